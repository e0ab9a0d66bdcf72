import { isObject, type JsonObject } from '@gateway/kernel';
import type { ValueSetRow } from './artefact';
import type { Finding } from './fault';

/** Checks the coded value of an element against the value set that it is bound to. */
export type BindingCheck = (type: string, value: unknown) => Finding | undefined;

type ExternalForm = Exclude<ValueSetRow['external'], true | undefined>;

/** What codes look like whose systems no package holds. Weaker than the systems themselves, and never wrong about a code of theirs. */
const forms: Readonly<Record<ExternalForm, RegExp>> = {
  // RFC 6838 with parameters (RFC 9110 section 8.3.1), and the short forms that CapabilityStatement.format allows.
  'mime-type': /^(?:[\w!#$&^.+-]+\/[\w!#$&^.+*-]+(?:\s*;\s*[\w!#$&^.+-]+=(?:"[^"]*"|[^\s;"]+))*|xml|json|ttl|[a-z]+)$/,
  // RFC 5646.
  language: /^(?:[A-Za-z]{2,8}|x)(?:-[A-Za-z0-9]{1,8})*$/,
  currency: /^[A-Z]{3}$/,
  // UCUM codes are printable ASCII without whitespace.
  unit: /^[!-~]+$/,
  color: /^(?:#[0-9A-Fa-f]{6}|[a-z]+)$/,
  'time-zone': /^[A-Za-z0-9_+-]+(?:\/[A-Za-z0-9_+-]+)*$/,
};

const codingsOf = (type: string, value: JsonObject): readonly unknown[] => {
  switch (type) {
    case 'CodeableConcept':
      return Array.isArray(value['coding']) ? value['coding'] : [];
    case 'CodeableReference':
      return isObject(value['concept']) ? codingsOf('CodeableConcept', value['concept']) : [];
    default:
      return [value];
  }
};

export function makeBindingCheck(valueSet: string, { external, systems }: ValueSetRow): BindingCheck {
  const form = typeof external === 'string' ? forms[external] : undefined;
  const bySystem = new Map(Object.entries(systems).map(([system, codes]) => [system, codes === null ? null : new Set(codes)]));
  const all = external === undefined ? new Set(Object.values(systems).flatMap((codes) => codes ?? [])) : undefined;
  const unknown: Finding = { code: 'code-invalid', text: 'code_unknown', parameters: { valueSet } };
  const missing: Finding = { code: 'code-invalid', text: 'coding_missing', parameters: { valueSet } };

  const holdsCode = (code: string): boolean => (all !== undefined ? all.has(code) : form === undefined || form.test(code));

  const holdsCoding = (coding: unknown): boolean => {
    if (!isObject(coding) || typeof coding['code'] !== 'string') return false;
    if (bySystem.size === 0) return true;
    const codes = typeof coding['system'] === 'string' ? bySystem.get(coding['system']) : undefined;
    if (codes === undefined) return false;
    return codes === null ? form === undefined || form.test(coding['code']) : codes.has(coding['code']);
  };

  return (type, value) => {
    if (typeof value === 'string') return holdsCode(value) ? undefined : unknown;
    if (!isObject(value)) return undefined;
    if (type === 'CodeableReference' && !('concept' in value)) return undefined;
    const codings = codingsOf(type, value);
    if (codings.some(holdsCoding)) return undefined;
    return codings.some((coding) => isObject(coding) && typeof coding['code'] === 'string') ? unknown : missing;
  };
}
