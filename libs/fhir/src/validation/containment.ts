import { isObject, type JsonObject } from '@gateway/kernel';
import type { Findings } from './findings';
import type { Location } from './location';
import type { Scope } from './scope';

/**
 * Rules on contained resources: dom-2 to dom-5, and that a reference to one leads to no other
 * (https://hl7.org/fhir/R5/references.html#contained).
 */
export function checkContained(resource: JsonObject, scope: Scope, at: Location, found: Findings): void {
  if (scope.container !== undefined) {
    if ('contained' in resource)
      found.add(at.child('contained'), { code: 'invariant', text: 'contained_nested', parameters: { key: 'dom-2' } });
    const meta = isObject(resource['meta']) ? resource['meta'] : {};
    for (const [name, key] of [
      ['versionId', 'dom-4'],
      ['lastUpdated', 'dom-4'],
      ['security', 'dom-5'],
    ] as const) {
      if (name in meta) found.add(at.child('meta').child(name), { code: 'invariant', text: 'contained_meta', parameters: { name, key } });
    }
    if (scope.refersToContainer) scope.container.referring.add(resource);
    return;
  }
  const { contained } = resource;
  if (!Array.isArray(contained)) return;
  const ids = new Set<unknown>();
  contained.forEach((each: unknown, index) => {
    const id = isObject(each) ? each['id'] : undefined;
    if (typeof id === 'string' && ids.has(id)) {
      return found.add(at.child('contained').item(index).child('id'), { code: 'value', text: 'contained_repeated' });
    }
    ids.add(id);
    if ((typeof id === 'string' && scope.usedIds.has(id)) || scope.referring.has(each)) return;
    found.add(at.child('contained').item(index), { code: 'invariant', text: 'contained_unused', parameters: { key: 'dom-3' } });
  });
}
