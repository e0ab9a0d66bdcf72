import { searchParametersOf } from '@gateway/fhir';
import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { releases } from '../support/fhir-examples';

const setting = { baseUrl: 'https://lab.example', labTimeZone: 'Europe/Berlin', now: new Date('2026-01-01T00:00:00Z') };
const [r4b] = releases.map(([, release]) => release);

/** What an observation's number stands for; `null` is without end. */
interface Numbers {
  readonly low: number | null;
  readonly high: number | null;
  readonly isOpen: boolean;
}

const single = (number: number): Numbers => ({ low: number, high: number, isOpen: false });
const kept: readonly Numbers[] = [
  ...[-20, -5.5, -5, 0, 4, 4.5, 4.94, 5, 5.04, 5.05, 5.5, 5.51, 20].map(single),
  ...[-5, 0, 4.5, 5, 5.5].flatMap((end) =>
    [true, false].flatMap((isOpen) => [
      { low: null, high: end, isOpen },
      { low: end, high: null, isOpen },
    ]),
  ),
];

const asRange = ({ low, high, isOpen }: Numbers): string =>
  `${isOpen || low === null ? '(' : '['}${low ?? ''},${high ?? ''}${isOpen || high === null ? ')' : ']'}`;

/** Some number of the value is above (or also at) the one that is looked for. */
const reachesAbove = ({ high, isOpen }: Numbers, sought: number, orAt: boolean): boolean =>
  high === null || high > sought || (orAt && high === sought && !isOpen);
const reachesBelow = ({ low, isOpen }: Numbers, sought: number, orAt: boolean): boolean =>
  low === null || low < sought || (orAt && low === sought && !isOpen);
const isSame = ({ low, high }: Numbers, sought: number): boolean =>
  low !== null && high !== null && low >= sought - 0.05 && high < sought + 0.05;

const comparisons: Readonly<Record<string, (numbers: Numbers, sought: number) => boolean>> = {
  eq: isSame,
  ne: (numbers, sought) => !isSame(numbers, sought),
  gt: (numbers, sought) => reachesAbove(numbers, sought, false),
  ge: (numbers, sought) => reachesAbove(numbers, sought, true),
  lt: (numbers, sought) => reachesBelow(numbers, sought, false),
  le: (numbers, sought) => reachesBelow(numbers, sought, true),
  sa: (numbers, sought) => numbers.low !== null && (numbers.low > sought || (numbers.isOpen && numbers.low === sought)),
  eb: (numbers, sought) => numbers.high !== null && (numbers.high < sought || (numbers.isOpen && numbers.high === sought)),
  ap: (numbers, sought) =>
    reachesAbove(numbers, sought - Math.abs(sought) / 10, true) && reachesBelow(numbers, sought + Math.abs(sought) / 10, true),
};

describe('conditions on values', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    ({ dataSource } = database);
  });

  afterAll(() => database.drop());

  /** The places of the rows, given as one array, for which the parameter holds. */
  const holding = async (type: 'Observation' | 'ServiceRequest', name: string, value: string, rows: string, given: unknown) => {
    const [parameter, modifier] = name.split(':') as [string, string?];
    const found = searchParametersOf(type, r4b!).find((each) => each.name === parameter)!;
    const parameters: unknown[] = [given];
    const condition = found.read({ pair: { name, value }, modifier, values: [value] }, setting);
    const sql = condition((bound) => `$${parameters.push(bound)}`, 'NULL::uuid');
    const holds: { place: string }[] = await dataSource.query(`SELECT place FROM ${rows} WHERE ${sql} ORDER BY place`, parameters);
    return holds.map(({ place }) => Number(place) - 1);
  };

  const sought = [-5, 0, 4.5, 5, 5.5].flatMap((number) => Object.keys(comparisons).map((prefix) => [prefix, number] as const));

  it.each(sought)('compare numbers: %s%d', async (prefix, number) => {
    const rows = `(SELECT place, value::numrange AS value_numbers FROM unnest($1::text[]) WITH ORDINALITY AS given (value, place)) o`;
    const text = `${prefix}${number.toFixed(1)}`;
    const expected = kept.flatMap((numbers, place) => (comparisons[prefix]!(numbers, number) ? [place] : []));
    expect(await holding('Observation', 'value-quantity', text, rows, kept.map(asRange))).toEqual(expected);
  });

  const long = 'LONG '.repeat(40);
  /** More than a text search vector has room for. */
  const many = Array.from({ length: 4_500 }, (_, index) => `Text number ${index} ${'x'.repeat(100)}`);
  const requests: readonly Readonly<Record<string, readonly string[]>>[] = [
    { code: ['Lipid panel', "Panel 'A' \\ B"] },
    { category: ['Lipid panel'] },
    { code: [`${long}one`, 'Größe'] },
    { code: [`${long}two`] },
    { code: many, category: ['Blood count'] },
    { code: ['* : & | !'] },
    {},
  ];

  it.each<[parameter: string, text: string, places: readonly number[]]>([
    ['code', 'lipid', [0]],
    ['code', 'panel', [0]],
    ['code', 'anel', []],
    ['category', 'LIPID P', [1]],
    ['code', "panel 'a' \\ b", [0]],
    ['code', "panel 'a' \\c", []],
    ['code', long, [2, 3]],
    ['code', `${long}two`, [3]],
    ['code', 'grosse', [2]],
    ['code', 'grösse', [2]],
    ['code', 'groß', [2]],
    ['code', 'text number 4499 ', [4]],
    ['code', 'text number 4500', []],
    ['category', 'text number', []],
    ['category', 'blood', [4]],
    ['code', '*', [5]],
    ['code', '* : &', [5]],
  ])('find what a text begins with: %s %j', async (parameter, text, places) => {
    const rows = `(SELECT place, place AS id, value::jsonb AS search_texts FROM unnest($1::text[]) WITH ORDINALITY AS given (value, place)) q`;
    const given = requests.map((texts) => JSON.stringify(texts));
    expect(await holding('ServiceRequest', `${parameter}:text`, text, rows, given)).toEqual(places);
  });

  const values: readonly (readonly [kind: string, value: string])[] = [
    ['text', 'Positive 100%'],
    ['concept', 'positive'],
    ['quantity', '5 positive'],
    ['text', 'Not positive'],
    ['text', 'Très_élevé'],
    ['absent', ''],
  ];

  it.each<[modifier: string, text: string, places: readonly number[]]>([
    ['', 'POS', [0, 1]],
    ['', 'positive 100%', [0]],
    ['', 'positive%', []],
    ['', 'tres_', [4]],
    ['', 'tresX', []],
    [':contains', 'posi', [0, 1, 3]],
    [':contains', '0%', [0]],
    [':contains', '_', [4]],
    [':exact', 'positive', [1]],
    [':exact', 'Positive', []],
    [':exact', 'Très_élevé', [4]],
  ])('compare texts: value-string%s %j', async (modifier, text, places) => {
    const rows = `(SELECT place, given.value ->> 0 AS value_kind, given.value ->> 1 AS value
                     FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS given (value, place)) o`;
    expect(await holding('Observation', `value-string${modifier}`, text, rows, JSON.stringify(values))).toEqual(places);
  });
});
