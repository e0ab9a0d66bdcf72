import { codedValues, compared, textsOfConcept } from './search-comparisons';
import type { SearchOracle } from './search-oracle';

/** A condition of a search: parameter with modifier, and value. */
export type Sample = readonly [parameter: string, value: string];

interface Sampled {
  readonly name: string;
  readonly type: string;
  readonly modifiers: readonly string[];
}

const prefixes = ['', 'eq', 'ne', 'gt', 'lt', 'ge', 'le', 'sa', 'eb', 'ap'] as const;
const maximumValues = 4;

/** What would have to be escaped is the matter of another test. */
const isPlain = (text: string | undefined): text is string => text !== undefined && text !== '' && !/[,|$\\]/.test(text);

const distinct = <T>(list: readonly T[]): readonly T[] => [...new Map(list.map((each) => [JSON.stringify(each), each])).values()];

const tokens = (values: readonly any[], system: string | undefined): readonly string[] => {
  const coded = distinct(values.flatMap((value) => codedValues(value, system))).filter(({ code }) => isPlain(code));
  const single = coded
    .slice(0, maximumValues)
    .flatMap(({ system: own, code }) => [
      code!,
      own === undefined ? `|${code}` : `${own}|${code}`,
      ...(own === undefined ? [] : [`${own}|`]),
    ]);
  return [
    ...single,
    coded
      .slice(0, 2)
      .map(({ code }) => code)
      .join(','),
    'no-such-code',
    'urn:no-such-system|1',
    '|no-such-code',
  ].filter((each) => each !== '');
};

const dates = (values: readonly any[]): readonly string[] => {
  const texts = values
    .flatMap((value) => (typeof value === 'string' ? [value] : [value.start, value.end, ...(value.event ?? [])]))
    .filter((text) => typeof text === 'string');
  const [first = '2026', ...others] = distinct(texts).slice(0, maximumValues);
  const shorter = [10, 7, 4, 16].map((length) => first.slice(0, length)).filter((text) => text.length !== 13);
  return distinct([first, ...others, ...shorter]).flatMap((text) => prefixes.map((prefix) => prefix + text));
};

const quantities = (values: readonly any[]): readonly string[] =>
  distinct(values).flatMap(({ value, system, code, unit }) => {
    const units = [
      system === undefined ? undefined : `|${system}|${code}`,
      isPlain(unit) ? `||${unit}` : undefined,
      isPlain(code) ? `||${code}` : undefined,
    ];
    return [
      ...prefixes.map((prefix) => `${prefix}${value}`),
      `gt${Number(value) - 0.5}`,
      `lt${Number(value) + 0.5}`,
      ...units.flatMap((each) => (each === undefined ? [] : [`${value}${each}`, `ge${value}${each}`])),
    ];
  });

const references = (values: readonly any[], base: string): readonly string[] => {
  const addresses = distinct(
    values
      .map((value) => (typeof value === 'string' ? value : value.reference))
      .filter((address) => typeof address === 'string' && !address.startsWith('#')),
  );
  return addresses.slice(0, maximumValues * 2).flatMap((address: string) => {
    const own = compared(address, base);
    const id = /^[A-Z][A-Za-z]+\/([^/]+)$/.exec(own)?.[1];
    return [address, own, ...(id === undefined ? [] : [id, `${base}/fhir/r5/${own}`])].filter((each) => !/[,$\\]/.test(each));
  });
};

const texts = (values: readonly any[]): readonly string[] =>
  distinct(values.flatMap((value) => (typeof value === 'string' ? [value] : [value.family, ...(value.given ?? []), value.text])))
    .filter(isPlain)
    .slice(0, maximumValues);

function plainSamples(
  { name, type, modifiers }: Sampled,
  values: readonly any[],
  system: string | undefined,
  base: string,
): readonly Sample[] {
  switch (type) {
    case 'token': {
      const all = tokens(values, system);
      const words = modifiers.includes('text') ? distinct(values.flatMap(textsOfConcept)).filter(isPlain).slice(0, maximumValues) : [];
      return [
        ...all.map((value): Sample => [name, value]),
        ...all.slice(0, 4).map((value): Sample => [`${name}:not`, value]),
        ...words.flatMap((word): Sample[] => [
          [`${name}:text`, word.slice(0, 4).toUpperCase()],
          [`${name}:text`, word.slice(2)],
        ]),
      ];
    }
    case 'date':
      return dates(values).map((value): Sample => [name, value]);
    case 'quantity':
      return quantities(values).map((value): Sample => [name, value]);
    case 'string':
      return texts(values).flatMap((text): Sample[] => [
        [name, text.slice(0, 3).toUpperCase()],
        [name, text.toLowerCase()],
        [name, text.slice(1)],
        [`${name}:contains`, text.slice(1, 4)],
        [`${name}:exact`, text],
        [`${name}:exact`, text.toLowerCase()],
      ]);
    case 'reference': {
      const identifiers = modifiers.includes('identifier')
        ? tokens(
            values.flatMap(({ identifier }) => identifier ?? []),
            undefined,
          )
        : [];
      const all = references(values, base);
      return [
        ...all.map((value): Sample => [name, value]),
        ...all
          .filter((value) => /^[A-Za-z0-9.-]+$/.test(value))
          .slice(0, 3)
          .map((value): Sample => [`${name}:${modifiers.at(-1)!}`, value]),
        ...identifiers.map((value): Sample => [`${name}:identifier`, value]),
        [name, 'no-such-id'],
        [name, 'http://nowhere.example/Patient/1'],
      ];
    }
    case 'uri':
      return [...distinct(values).slice(0, maximumValues), 'urn:nothing'].map((value): Sample => [name, String(value)]);
    default:
      throw new Error(`no samples for ${type}`);
  }
}

/** Every third of many, so that each prefix stays with some value. */
const thinned = (samples: readonly Sample[]): readonly Sample[] =>
  samples.length > 60 ? samples.filter((_, index) => index % 3 === 0) : samples;

/** Values to search by, made from what the resources have. */
export function samplesOf(parameter: Sampled, resources: readonly any[], oracle: SearchOracle, base: string): readonly Sample[] {
  const { name, type } = parameter;
  const resourceType: string = resources[0].resourceType;
  if (type === 'composite') return compositeSamples(parameter, resources);
  const values = resources.flatMap((resource) => oracle.values(resource, name));
  const missing: readonly Sample[] = ['true', 'false'].map((value) => [`${name}:missing`, value]);
  return [...missing, ...thinned(distinct(plainSamples(parameter, values, oracle.systemOf(resourceType, name), base)))];
}

/** Codes with the values of the same and of other observations. */
function compositeSamples({ name }: Sampled, resources: readonly any[]): readonly Sample[] {
  const valueOf = (resource: any): readonly string[] => {
    if (name.endsWith('quantity')) {
      const quantity = resource.valueQuantity;
      return quantity === undefined
        ? []
        : [
            String(quantity.value),
            `gt${quantity.value}`,
            `le${quantity.value}|${quantity.system ?? ''}|${quantity.code ?? quantity.unit ?? 'x'}`,
          ];
    }
    if (name.endsWith('concept'))
      return (resource.valueCodeableConcept?.coding ?? []).flatMap(({ system, code }: any) => [code, `${system}|${code}`]);
    return [resource.valueString].filter(isPlain).map((text) => text.slice(0, 4));
  };
  const codes = distinct(resources.map((resource) => resource.code.coding[0].code as string)).slice(0, 4);
  const own = resources.flatMap((resource) => valueOf(resource).map((value) => `${resource.code.coding[0].code}$${value}`));
  const others = distinct(resources.flatMap(valueOf))
    .slice(0, 8)
    .flatMap((value) => codes.map((code) => `http://loinc.org|${code}$${value}`));
  return distinct([...own, ...others])
    .slice(0, 40)
    .map((value): Sample => [name, value]);
}
