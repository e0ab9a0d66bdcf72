import { type ObservationRow, type ReportedObservationRow, type ReportRow, translate } from '@gateway/core';
import type { Language } from '@gateway/problems';
import type { Narrative } from '../types/datatypes';
import { analyteText } from './analyte.mapper';
import { isBlank, toNotes } from './fhir-text';
import { type NarrativeWord, narrativeWords } from './narrative-words';
import { spellInterval } from './reference-range.mapper';
import { element, ellipsis, escaped, fitting, lines, nothing, toNarrative, type Xhtml } from './xhtml';

const word = (name: NarrativeWord, language: Language): Xhtml => escaped(narrativeWords[language][name]);

/** A moment as people read it: `2026-02-01 08:15:00 +01:00`. */
const readable = (moment: string): string =>
  moment.replace(/^([\d-]{10})T([\d:]{8})(?:\.\d+)?(Z|[+-].+)$/, (_, date: string, time: string, zone: string) =>
    [date, time, zone === 'Z' ? 'UTC' : zone].join(' '),
  );

const columns = ['analyte', 'value', 'referenceRange', 'interpretation', 'notes'] as const satisfies readonly NarrativeWord[];

/** The value as the laboratory wrote it, not as we understood it. */
function valueCell({ value, unit }: ObservationRow, language: Language): Xhtml {
  if (isBlank(value)) return word('noValue', language);
  return escaped(unit === null || isBlank(unit) ? value.trim() : `${value.trim()} ${unit.trim()}`);
}

function cells(row: ObservationRow, analyte: string, language: Language): Readonly<Record<(typeof columns)[number], Xhtml>> {
  const intervals = (row.referenceRange?.intervals ?? []).map((interval) => spellInterval(interval, row.unit));
  return {
    analyte: escaped(analyte),
    value: valueCell(row, language),
    referenceRange: lines(...intervals.map(escaped)),
    interpretation: escaped(row.interpretation?.trim() ?? ''),
    notes: lines(...toNotes(row.labNotes).map(escaped)),
  };
}

/** In characters: a narrative is a text, which FHIR ends at 1 MiB. */
const maximumTable = 512 * 1024;
const maximumList = 128 * 1024;

/** A row for each observation, as many as there is room for. */
function table(rows: readonly ObservationRow[], product: ReportRow['context']['product'], language: Language): readonly Xhtml[] {
  const toLine = (row: ObservationRow): Xhtml => {
    const content = cells(row, analyteText(product, row.loincNum, language), language);
    return element('tr', ...columns.map((name) => element('td', content[name])));
  };
  if (rows.length === 0) return [];
  const head = element('thead', element('tr', ...columns.map((name) => element('th', word(name, language)))));
  const shown = fitting(rows, toLine, maximumTable);
  const left = rows.length - shown.length;
  const more = left === 0 ? [] : [element('p', escaped(`${narrativeWords[language].more}: ${left}`))];
  return [element('table', head, element('tbody', ...shown)), ...more];
}

type Fact = readonly [NarrativeWord, string | undefined];

const facts = (language: Language, ...all: readonly Fact[]): Xhtml =>
  element('p', lines(...all.map(([name, text]) => (text === undefined ? nothing : escaped(`${narrativeWords[language][name]}: ${text}`)))));

function list(name: NarrativeWord, texts: readonly string[], language: Language): readonly Xhtml[] {
  if (texts.length === 0) return [];
  const shown = fitting(texts, (text) => element('li', escaped(text)), maximumList);
  const more = shown.length < texts.length ? [element('li', ellipsis)] : [];
  return [element('h4', word(name, language)), element('ul', ...shown, ...more)];
}

const frame = ({ laboratory, state }: ReportRow | ReportedObservationRow, times: readonly Fact[], language: Language): Xhtml =>
  facts(language, ['status', narrativeWords[language][state]], ...times, ['laboratory', isBlank(laboratory) ? undefined : laboratory]);

/** @param collected dateTime of FHIR */
const timesOf = (collected: string | undefined, issued: string): readonly Fact[] => [
  ['collected', collected === undefined ? undefined : readable(collected)],
  ['issued', readable(issued)],
];

export function toReportNarrative(row: ReportRow, collected: string | undefined, language: Language): Narrative {
  const { product } = row.context;
  return toNarrative(
    language,
    element('h3', escaped(translate(product.name, language))),
    frame(row, timesOf(collected, row.createdAt), language),
    ...table(row.observations, product, language),
    ...list('notes', toNotes(row.labNotes), language),
    ...list(
      'documents',
      row.documents.map(({ originalFileName }) => originalFileName),
      language,
    ),
  );
}

export const toObservationNarrative = (row: ReportedObservationRow, collected: string | undefined, language: Language): Narrative =>
  toNarrative(
    language,
    ...table([row.observation], row.context.product, language),
    frame(row, timesOf(collected, row.observation.createdAt), language),
  );
