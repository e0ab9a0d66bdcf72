import type { JsonObject } from '@gateway/kernel';
import type { Finding } from './fault';
import type { Scope } from './scope';
import type { Structures } from './structures';

/** References to resources (https://hl7.org/fhir/R5/references.html#literal). */
const literal = /^(https?:\/\/[^\s#]+\/)?([A-Z][A-Za-z]+)\/[A-Za-z0-9\-.]{1,64}(?:\/_history\/[A-Za-z0-9\-.]{1,64})?(?:#.*)?$/;

/** What is wrong with a reference, and with which of its elements. */
export interface ReferenceFinding {
  readonly member: 'reference' | 'type' | undefined;
  readonly finding: Finding;
}

interface Leads {
  readonly type?: string;
  readonly finding?: Finding;
}

function leadsTo(reference: string, scope: Scope, structures: Structures): Leads {
  if (reference === '#' && scope.container !== undefined) {
    scope.refersToContainer = true;
    return { type: String(scope.container.resource['resourceType']) };
  }
  if (reference.startsWith('#')) {
    const id = reference.slice(1);
    scope.root.usedIds.add(id);
    const type = scope.containedType(id);
    if (type !== undefined) return { type };
    return { finding: { code: 'invariant', text: 'reference_unresolved', parameters: { key: 'ref-1' } } };
  }
  const entry = scope.entryType(reference);
  if (entry !== undefined) return { type: entry };
  const [, base, type] = literal.exec(reference) ?? [];
  if (type === undefined) return {};
  if (structures.isResourceType(type)) return { type };
  return base === undefined ? { finding: { code: 'value', text: 'reference_unknown_type' } } : {};
}

const isAllowed = (type: string, targets: readonly string[] | undefined, structures: Structures): boolean =>
  targets === undefined || !structures.isResourceType(type) || structures.lineage(type).some((name) => targets.includes(name));

/** Whether a reference leads to a type that its element allows, as far as that can be told without asking anyone. */
export function checkReference(
  value: JsonObject,
  targets: readonly string[] | undefined,
  scope: Scope,
  structures: Structures,
): ReferenceFinding | undefined {
  const { reference, type: stated } = value;
  const leads = typeof reference === 'string' ? leadsTo(reference, scope, structures) : {};
  if (leads.finding !== undefined) return { member: 'reference', finding: leads.finding };
  const wrong = (type: string): Finding => ({
    code: 'value',
    text: 'reference_wrong_target',
    parameters: { type, allowed: targets?.join(', ') ?? '' },
  });
  if (leads.type !== undefined && !isAllowed(leads.type, targets, structures)) return { member: 'reference', finding: wrong(leads.type) };
  if (typeof stated !== 'string') return undefined;
  if (leads.type !== undefined && structures.isResourceType(stated) && leads.type !== stated) {
    return {
      member: 'type',
      finding: { code: 'value', text: 'reference_types_differ', parameters: { type: leads.type, stated } },
    };
  }
  if (!isAllowed(stated, targets, structures)) return { member: 'type', finding: wrong(stated) };
  return undefined;
}
