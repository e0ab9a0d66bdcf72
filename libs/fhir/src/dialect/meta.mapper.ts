import { isObject, type JsonObject } from '@gateway/kernel';
import { isWholeNumber, isServerText } from './whole-number';
import { isGiven } from './members';

/**
 * Meta is one object in FHIR and an array of them in the interface. Several become one: lists are joined in order, of
 * everything else the first counts. Version and time are the server's.
 */
const lists = ['profile', 'security', 'tag', 'extension'] as const;

const serverMembers: ReadonlySet<string> = new Set(['versionId', 'lastUpdated', '_versionId', '_lastUpdated']);

const isServerMember = (name: string, value: unknown): boolean =>
  serverMembers.has(name) && (name.startsWith('_') ? isObject(value) : isServerText(value));

/** The list that a member belongs to, with its companion; undefined for members that are no lists. */
const listOf = (name: string): string | undefined => {
  const element = name.replace(/^_/, '');
  return (lists as readonly string[]).includes(element) ? element : undefined;
};

const givers = (entries: readonly JsonObject[], name: string): readonly number[] =>
  entries.flatMap((entry, index) => (isGiven(entry, name) ? [index] : []));

const listIn = (entry: JsonObject, name: string): readonly unknown[] => (Array.isArray(entry[name]) ? entry[name] : []);

/** How many items an entry brings to a list, of which the companions are a part. */
const share = (entry: JsonObject, element: string): number => Math.max(listIn(entry, element).length, listIn(entry, `_${element}`).length);

/** Which entry a member comes from that cannot be joined; undefined when it is joined from all. */
function soleGiver(entries: readonly JsonObject[], name: string): number | undefined {
  const element = listOf(name);
  const giving = givers(entries, name);
  if (element === undefined) return giving[0];
  const wrong = giving.find((index) => !Array.isArray(entries[index]![name]));
  if (wrong !== undefined) return wrong;
  const beside = new Set([...giving, ...givers(entries, element), ...givers(entries, `_${element}`)]);
  return beside.size <= 1 ? giving[0] : undefined;
}

const padded = (list: readonly unknown[], length: number): readonly unknown[] => [
  ...list,
  ...Array.from({ length: length - list.length }, () => null),
];

function joined(entries: readonly JsonObject[], name: string): unknown {
  const sole = soleGiver(entries, name);
  if (sole !== undefined) return entries[sole]![name];
  return entries.flatMap((entry) => padded(listIn(entry, name), share(entry, listOf(name)!)));
}

type Entries = { readonly entries: readonly JsonObject[] } | { readonly refused: unknown; readonly index: number };

function entriesOf(meta: readonly unknown[]): Entries {
  const index = meta.findIndex((entry) => !isObject(entry));
  return index === -1 ? { entries: meta as readonly JsonObject[] } : { refused: meta[index], index };
}

/** The one Meta of FHIR; undefined when nothing is left of it. What is no Meta is left for the validator. */
export function toMeta(sent: unknown): unknown {
  if (sent === null || (Array.isArray(sent) && sent.length === 0)) return undefined;
  const read: Entries = Array.isArray(sent) ? entriesOf(sent) : isObject(sent) ? { entries: [sent] } : { refused: sent, index: 0 };
  if ('refused' in read) return read.refused;
  const names = new Set(read.entries.flatMap((entry) => Object.keys(entry).filter((name) => isGiven(entry, name))));
  const members = [...names].map((name): [string, unknown] => [name, joined(read.entries, name)]);
  const kept = members.filter(([name, value]) => !isServerMember(name, value));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** Where in the array that was sent something of the Meta stands. */
export interface MetaPlace {
  readonly entry: number;
  /** Of a list: the index there. */
  readonly index: number | undefined;
}

/** @param name the member of Meta; undefined for Meta itself */
export function placeInMeta(sent: readonly unknown[], name: string | undefined, index: number | undefined): MetaPlace {
  const read = entriesOf(sent);
  if ('refused' in read) return { entry: read.index, index };
  if (name === undefined) return { entry: 0, index };
  const { entries } = read;
  const sole = soleGiver(entries, name);
  if (sole !== undefined) return { entry: sole, index };
  const element = listOf(name);
  if (element === undefined || index === undefined) return { entry: givers(entries, name)[0] ?? 0, index };
  let left = index;
  for (const [entry, each] of entries.entries()) {
    const length = share(each, element);
    if (left < length) return { entry, index: left };
    left -= length;
  }
  return { entry: entries.length - 1, index };
}

/** The array of one Meta, with the version as a number. */
export function toMetaList(meta: unknown): unknown {
  if (!isObject(meta)) return meta;
  return [isWholeNumber(meta['versionId']) ? { ...meta, versionId: Number(meta['versionId']) } : meta];
}
