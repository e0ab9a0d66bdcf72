/** Members of ServiceRequests whose values have rules about whitespace, in the interface's shape. */
type Members = Readonly<Record<string, unknown>>;

const repeat = (members: Members): Members => ({ occurrenceTiming: { repeat: members } });
const quantity = (members: Members): Members => ({ quantityQuantity: { value: 1, ...members } });

/** Those that hold codes or keywords, with the place of the value. */
export const codeMembers: readonly (readonly [path: string, members: (value: string) => Members])[] = [
  ['status', (status) => ({ status })],
  ['intent', (intent) => ({ intent })],
  ['priority', (priority) => ({ priority })],
  ['language', (language) => ({ language })],
  ['identifier[0].use', (use) => ({ identifier: [{ use, value: '1' }] })],
  ['requisition.use', (use) => ({ requisition: { use, value: '1' } })],
  ['subject.identifier.use', (use) => ({ subject: { identifier: { use, value: '1' } } })],
  ['category[0].coding[0].code', (code) => ({ category: [{ coding: [{ code }] }] })],
  ['asNeededCodeableConcept.coding[0].code', (code) => ({ asNeededCodeableConcept: { coding: [{ code }] } })],
  ['identifier[0].codeableConcept.coding[0].code', (code) => ({ identifier: [{ codeableConcept: { coding: [{ code }] } }] })],
  ['quantityQuantity.code', (code) => quantity({ code, system: 'urn:x' })],
  ['quantityQuantity.comparator', (comparator) => quantity({ comparator })],
  ['quantityRange.low.code', (code) => ({ quantityRange: { low: { value: 1, code, system: 'urn:x' } } })],
  ['quantityRatio.numerator.comparator', (comparator) => ({ quantityRatio: { numerator: { comparator }, denominator: { value: 1 } } })],
  ['occurrenceTiming.repeat.boundsDuration.code', (code) => repeat({ boundsDuration: { code, value: 1, system: 'urn:x' } })],
  ['occurrenceTiming.repeat.durationUnit', (durationUnit) => repeat({ duration: 1, durationUnit })],
  ['occurrenceTiming.repeat.periodUnit', (periodUnit) => repeat({ period: 1, periodUnit })],
  ['occurrenceTiming.repeat.dayOfWeek', (dayOfWeek) => repeat({ dayOfWeek })],
  ['occurrenceTiming.repeat.dayOfWeek[1]', (dayOfWeek) => repeat({ dayOfWeek: ['mon', dayOfWeek] })],
  ['occurrenceTiming.repeat.when', (when) => repeat({ when })],
  ['meta[0].tag[0].code', (code) => ({ meta: [{ tag: [{ code }] }] })],
  ['meta[0].security[0].code', (code) => ({ meta: [{ security: [{ code }] }] })],
];

/** Those that hold URIs. */
export const uriMembers: readonly (readonly [path: string, members: (value: string) => Members])[] = [
  ['implicitRules', (implicitRules) => ({ implicitRules })],
  ['instantiatesCanonical[0]', (uri) => ({ instantiatesCanonical: [uri] })],
  ['instantiatesUri[1]', (uri) => ({ instantiatesUri: ['urn:a', uri] })],
  ['identifier[0].system', (system) => ({ identifier: [{ system, value: '1' }] })],
  ['identifier[0].reference.type', (type) => ({ identifier: [{ value: '1', reference: { type, display: 'a' } }] })],
  ['category[0].coding[0].system', (system) => ({ category: [{ coding: [{ system }] }] })],
  ['subject.type', (type) => ({ subject: { type, display: 'a' } })],
  ['performer[0].type', (type) => ({ performer: [{ type, display: 'a' }] })],
  ['quantityQuantity.system', (system) => quantity({ system })],
  ['occurrenceTiming.code.coding[0].system', (system) => ({ occurrenceTiming: { code: { coding: [{ system }] } } })],
  ['meta[0].source', (source) => ({ meta: [{ source }] })],
  ['meta[0].profile[0]', (profile) => ({ meta: [{ profile: [profile] }] })],
  ['extension[0].url', (url) => ({ extension: [{ url, valueCode: 'a' }] })],
];

export const codeFaults = [' active', 'active ', 'a  b', 'a\tb', '\u00a0a'];
export const uriFaults = [' urn:x', 'urn:x ', 'urn: x', 'urn:\u00a0x', 'urn:\nx'];
