import { lastSegment, withoutVersion } from './definitions.mjs';

const maxValueSetExtension = 'http://hl7.org/fhir/StructureDefinition/elementdefinition-maxValueSet';

/** The value set that the codes of an element must come from: by a required binding, or as the limit of a weaker one. */
export const bindingOf = (binding) =>
  binding?.strength === 'required' ? binding.valueSet : binding?.extension?.find(({ url }) => url === maxValueSetExtension)?.valueCanonical;

export const valueSetName = (canonical) => lastSegment(withoutVersion(canonical).replace(/\/$/, ''));

/** Value sets over systems that no package can enumerate, and the form that their codes have. */
const formats = {
  mimetypes: 'mime-type',
  'all-languages': 'language',
  languages: 'language',
  currencies: 'currency',
  'ucum-units': 'unit',
  'color-codes': 'color',
  timezones: 'time-zone',
};

const codesOf = (concepts) => concepts.flatMap(({ code, concept = [] }) => [code, ...codesOf(concept)]);

/** Codes by system; null for a system whose codes the package does not have. */
function systemsOf(url, { valueSets, codeSystems }, seen = new Set()) {
  const valueSet = valueSets.get(withoutVersion(url));
  if (valueSet === undefined || seen.has(url)) return undefined;
  const found = new Map();
  const add = (system, codes) => {
    const known = found.get(system);
    found.set(system, codes === null || known === null ? null : [...new Set([...(known ?? []), ...codes])]);
  };
  for (const { system, concept, filter, valueSet: others = [] } of valueSet.compose?.include ?? []) {
    for (const other of others) {
      const nested = systemsOf(other, { valueSets, codeSystems }, new Set([...seen, url]));
      if (nested === undefined) return undefined;
      for (const [name, codes] of nested) add(name, codes);
    }
    if (system === undefined) continue;
    const codeSystem = codeSystems.get(withoutVersion(system));
    if (concept !== undefined)
      add(
        system,
        concept.map(({ code }) => code),
      );
    else if (filter !== undefined || codeSystem?.content !== 'complete') add(system, null);
    else add(system, codesOf(codeSystem.concept ?? []));
  }
  const excluded = (valueSet.compose?.exclude ?? []).flatMap(({ concept = [] }) => concept.map(({ code }) => code));
  for (const [system, codes] of found)
    if (codes !== null)
      found.set(
        system,
        codes.filter((code) => !excluded.includes(code)),
      );
  return found;
}

export function reduceValueSets(definitions, urls) {
  const addresses = new Map();
  for (const url of urls) {
    const name = valueSetName(url);
    const known = addresses.get(name) ?? withoutVersion(url);
    if (known !== withoutVersion(url)) throw new Error(`two value sets are called ${name}: ${known} and ${url}`);
    addresses.set(name, known);
  }
  return Object.fromEntries(
    urls.map((url) => {
      const name = valueSetName(url);
      const systems = systemsOf(url, definitions);
      const external = systems === undefined || [...systems.values()].includes(null);
      return [name, { ...(external && { external: formats[name] ?? true }), systems: Object.fromEntries(systems ?? []) }];
    }),
  );
}
