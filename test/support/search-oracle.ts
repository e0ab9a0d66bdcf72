import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { evaluate, type Model } from 'fhirpath';
import r4Model from 'fhirpath/fhir-context/r4';
import r5Model from 'fhirpath/fhir-context/r5';
import { folded, matchesDate, matchesQuantity, matchesReference, matchesString, matchesToken, textsOfConcept } from './search-comparisons';

/**
 * Finds what a search has to find, without the service: the official SearchParameter expressions over resources, and plain
 * comparisons of what they give (https://hl7.org/fhir/R5/search.html).
 */

interface Definition {
  readonly url: string;
  readonly code: string;
  readonly base?: readonly string[];
  readonly type: string;
  readonly expression?: string;
  readonly component?: readonly { readonly definition: string; readonly expression: string }[];
}

type Release = 'r4b' | 'r5';

const folderOf = (release: Release): string => dirname(require.resolve(`hl7.fhir.${release}.core/package.json`));

const read = (folder: string, file: string): any => JSON.parse(readFileSync(join(folder, file), 'utf8'));

const loadDefinitions = (release: Release): readonly Definition[] => {
  const folder = folderOf(release);
  const files = readdirSync(folder).filter((file) => file.startsWith('SearchParameter-'));
  return files.map((file) => read(folder, file)).filter(({ url }) => !url.includes('-extensions-') && !url.includes('genetics'));
};

const models: Readonly<Record<Release, Model>> = { r4b: r4Model, r5: r5Model };
const isPatient = (reference: any, resource: any): boolean => {
  const address: string = reference.reference ?? '';
  if (address.startsWith('#')) return resource.contained?.find(({ id }: any) => `#${id}` === address)?.resourceType === 'Patient';
  const type = /(?:^|\/)([A-Z][A-Za-z]+)\/[^/]+(?:\/_history\/[^/]+)?$/.exec(address)?.[1];
  return (type ?? reference.type) === 'Patient';
};

const prefixPattern = /^(eq|ne|gt|lt|ge|le|sa|eb|ap)(.*)$/s;

export interface OracleSetting {
  readonly release: Release;
  readonly base: string;
  readonly now: number;
}

/** The official parameters of a release, applied to resources. */
export class SearchOracle {
  private readonly definitions: readonly Definition[];
  private readonly ofTypes = new Map<string, readonly Definition[]>();
  private readonly found = new WeakMap<object, Map<string, readonly any[]>>();
  private readonly systems = new Map<string, string | undefined>();

  constructor(private readonly setting: OracleSetting) {
    this.definitions = loadDefinitions(setting.release);
  }

  /** Official parameters of a type, those of every resource included. */
  definitionsOf(type: string): readonly Definition[] {
    const known =
      this.ofTypes.get(type) ?? this.definitions.filter(({ base }) => base?.some((each) => each === type || each === 'Resource'));
    this.ofTypes.set(type, known);
    return known;
  }

  definitionOf(type: string, name: string): Definition | undefined {
    return this.definitionsOf(type).find(
      ({ code, expression, type: kind }) => code === name && (expression !== undefined || kind === 'composite'),
    );
  }

  /** What the parameter looks at in the resource. */
  values(resource: any, name: string): readonly any[] {
    const definition = this.definitionOf(resource.resourceType, name);
    return definition?.expression === undefined ? [] : this.evaluated(resource, definition.expression);
  }

  matches(resource: any, parameter: string, value: string): boolean {
    const [name = '', modifier] = parameter.split(':');
    const definition = this.definitionOf(resource.resourceType, name);
    if (definition === undefined) throw new Error(`no parameter ${name} of ${resource.resourceType}`);
    if (definition.type === 'composite') return value.split(',').some((each) => this.matchesComposite(resource, definition, each));
    const values = this.values(resource, name);
    if (modifier === 'missing') return (values.length === 0) === (value === 'true');
    const alternatives = value.split(',');
    const found = values.some((each) =>
      alternatives.some((sought) => this.matchesValue(resource.resourceType, definition, each, sought, modifier)),
    );
    return modifier === 'not' ? !found : found;
  }

  private matchesComposite(resource: any, { component = [] }: Definition, value: string): boolean {
    return value.split('$').every((part, index) => {
      const { definition: url, expression } = component[index]!;
      // R5 names a definition that it does not have any more, of strings.
      const definition = this.definitions.find((each) => each.url === url) ?? { url, code: 'value-string', type: 'string' };
      const values = this.evaluated(resource, expression);
      return values.some((each) => this.matchesValue(resource.resourceType, definition, each, part, undefined));
    });
  }

  private matchesValue(
    resourceType: string,
    { type, code }: Definition,
    value: any,
    sought: string,
    modifier: string | undefined,
  ): boolean {
    const { base, now } = this.setting;
    const [, prefix = 'eq', rest = sought] = prefixPattern.exec(sought) ?? [];
    switch (type) {
      case 'token':
        if (modifier === 'text') return textsOfConcept(value).some((text) => folded(text).startsWith(folded(sought)));
        return matchesToken(value, sought, this.systemOf(resourceType, code), code === 'email' || code === 'telecom');
      case 'date':
        return matchesDate(value, prefix, rest, now);
      case 'quantity':
        return matchesQuantity(value, prefix, rest);
      case 'string':
        return matchesString(value, sought, modifier);
      case 'reference':
        return matchesReference(value, sought, modifier, base);
      case 'uri':
        return value === sought;
      default:
        throw new Error(`the type ${type} is not known`);
    }
  }

  private evaluated(resource: any, expression: string): readonly any[] {
    const known = this.found.get(resource) ?? new Map<string, readonly any[]>();
    this.found.set(resource, known);
    if (!known.has(expression)) known.set(expression, this.evaluate(resource, expression));
    return known.get(expression)!;
  }

  /** The alternatives that begin with the type, or those that begin with none. */
  private evaluate(resource: any, expression: string): readonly any[] {
    const { resourceType } = resource;
    const alternatives = expression.split(' | ').map((part) => part.trim());
    const isOwn = (part: string): boolean => new RegExp(`^\\(*(?:${resourceType}|Resource)\\b`).test(part);
    const own = alternatives.some((part) => /^\(*[A-Z]/.test(part)) ? alternatives.filter(isOwn) : alternatives;
    return own.flatMap((part) => {
      const path = part
        .replace(/^Resource\./, '')
        .replace('.where(resolve() is Patient)', '')
        .replaceAll('DateTime', 'dateTime');
      const values = evaluate(resource, path, undefined, models[this.setting.release]) as readonly any[];
      return part.includes('resolve()') ? values.filter((value) => isPatient(value, resource)) : values;
    });
  }

  /** The code system of the value set that the codes of a parameter are bound to; undefined where they are not codes. */
  systemOf(type: string, name: string): string | undefined {
    const key = `${type}.${name}`;
    if (!this.systems.has(key)) this.systems.set(key, this.findSystem(type, name));
    return this.systems.get(key);
  }

  private findSystem(type: string, name: string): string | undefined {
    if (name === '_language') return 'urn:ietf:bcp:47';
    const folder = folderOf(this.setting.release);
    const { element } = read(folder, `StructureDefinition-${type}.json`).snapshot;
    const found = element.find(({ path }: any) => path === `${type}.${name}`);
    if (found?.type?.[0]?.code !== 'code') return name === 'email' || name === 'telecom' ? 'email' : undefined;
    const [url] = found.binding.valueSet.split('|');
    const valueSet = read(folder, `ValueSet-${url.split('/').at(-1)}.json`);
    return valueSet.compose.include[0].system;
  }
}
