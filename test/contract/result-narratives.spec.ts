import { reportStates } from '@gateway/core';
import { languages } from '@gateway/problems';
import { answered, ids, mappedReleases, observationRow, reportedObservation, reportRow, setting } from '../support/report-rows';

/** The narrative as a reader sees it: cells and lines apart. */
const seen = (div: string): readonly string[] =>
  div
    .replace(/^<div [^>]*>|<\/div>$/g, '')
    .split(/<[^>]+>/)
    .filter((text) => text !== '')
    .map((text) =>
      text
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&quot;/g, '"')
        .replace(/&#39;/g, "'")
        .replace(/&amp;/g, '&'),
    );

const interval = { label: 'normal', lower: { operator: '>=', value: 3.5 }, upper: null } as const;

describe.each(mappedReleases)('what people read of results in %s', (_name, release, { toObservation, toDiagnosticReport }) => {
  const narrativeOf = (resource: object): string => {
    const { resource: read, errors } = answered(resource, release);
    expect(errors).toEqual([]);
    return read.text.div;
  };

  it('holds everything of an observation', () => {
    const row = reportedObservation({
      value: '<0.50',
      interpretation: 'L',
      labNotes: ['One.', ' ', 'Two\r\nlines.'],
      referenceRange: { intervals: [interval, { label: 'child', lower: null, upper: null }] },
    });
    expect(seen(narrativeOf(toObservation(row, setting)))).toEqual([
      ...['Analyte', 'Value', 'Reference range', 'Interpretation', 'Notes'],
      ...['Potassium', '<0.50 mmol/L', 'normal: >= 3.5 mmol/L', 'child', 'L', 'One.', 'Two', 'lines.'],
      ...['Status: final', 'Collected: 2026-01-31 08:15:00 +01:00', 'Issued: 2026-02-03 14:05:00 UTC', 'Laboratory: Laboratory North'],
    ]);
  });

  it('holds everything of a report, in the language that was asked for', () => {
    const row = reportRow({
      state: 'corrected',
      observations: [observationRow(), observationRow({ value: ' ', unit: 'mmol/L', loincNum: '2951-2' })],
      labNotes: ['Nüchtern.'],
      documents: [
        { id: ids.document, originalFileName: 'A & B.pdf', mimeType: 'application/pdf', size: 1, createdAt: '2026-02-03T14:06:00.000Z' },
      ],
      context: { specimens: [{ id: ids.specimen, specimenCode: 'SP-2', collectionDate: '2026-01-31', collectionTime: null }] },
    });
    const div = narrativeOf(toDiagnosticReport(row, { ...setting, language: 'de' }));
    expect(div).toMatch(/^<div xmlns="http:\/\/www\.w3\.org\/1999\/xhtml" lang="de" xml:lang="de">/);
    expect(seen(div)).toEqual([
      'Kalium',
      ...['Status: korrigiert', 'Entnommen: 2026-01-31', 'Befundet: 2026-02-03 14:05:00 UTC', 'Labor: Laboratory North'],
      ...['Analyt', 'Wert', 'Referenzbereich', 'Bewertung', 'Anmerkungen'],
      ...['Kalium', '4.2 mmol/L', 'LOINC 2951-2', 'kein Wert'],
      ...['Anmerkungen', 'Nüchtern.', 'Dokumente', 'A & B.pdf'],
    ]);
  });

  it.each(languages)('is made in %s for every state', (language) => {
    const texts = reportStates.map((state) => seen(narrativeOf(toDiagnosticReport(reportRow({ state }), { ...setting, language })))[1]);
    expect(new Set(texts).size).toBe(reportStates.length);
  });

  it('has no table without observations', () => {
    const div = narrativeOf(toDiagnosticReport(reportRow({ observations: [] }), setting));
    expect(div).not.toContain('<table>');
    expect(seen(div)).toContain('Status: final');
  });

  it.each([
    ['<script>alert(1)</script>'],
    ['</td></tr></table></div><div>'],
    ['&amp; &nbsp; & " \''],
    ['<![CDATA[x]]> <!-- -- --> <?xml?>'],
    ['a\u0000\u0001\u001b\ufffe\uffffb\ud800'],
    [' '.repeat(5000)],
    ['\u{1f600}'.repeat(3000)],
  ])('takes nothing of a text for markup: %j', (text) => {
    const observation = {
      value: text,
      unit: text,
      interpretation: text,
      labNotes: [text],
      referenceRange: { intervals: [{ label: text, lower: null, upper: { operator: '<', value: 1 } as const }] },
    };
    const context = { product: { canonicalId: 'p', name: { en: `x${text}` }, loincNums: ['2823-3'] }, patientName: text };
    const report = reportRow({ observations: [observationRow(observation)], labNotes: [text], laboratory: text, context });
    const tags = new Set(
      [toDiagnosticReport(report, setting), toObservation(reportedObservation(observation, { laboratory: text, context }), setting)]
        .map(narrativeOf)
        .flatMap((div) => div.match(/<\/?[a-z0-9]+/gi)),
    );
    const known = ['div', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'p', 'br', 'h3', 'h4', 'ul', 'li'].flatMap((tag) => [
      `<${tag}`,
      `</${tag}`,
    ]);
    expect([...tags].filter((tag) => !known.includes(tag!))).toEqual([]);
  });

  it('shortens what is very long, and says so', () => {
    const div = narrativeOf(toObservation(reportedObservation({ value: 'x'.repeat(10_000), unit: null }), setting));
    expect(seen(div)).toContain(`${'x'.repeat(3999)}…`);
  });

  it('has room for what is written at the greatest length, and says what it leaves out', () => {
    const text = '"&'.repeat(5000);
    const many = Array.from({ length: 100 }, () => text);
    const intervals = many.slice(0, 50).map((label) => ({ label, lower: null, upper: null }));
    const observation = { value: text, unit: text, interpretation: text, labNotes: many, referenceRange: { intervals } };
    const product = { canonicalId: 'p', name: { en: text }, loincNums: ['2823-3'] };
    const others = { laboratory: text, context: { product } };
    const observations = [observationRow(observation), observationRow(observation)];
    const report = narrativeOf(toDiagnosticReport(reportRow({ observations, labNotes: many, ...others }), setting));
    expect(report.match(/<tr>/g)).toHaveLength(3);
    expect(report).toContain('<li>…</li></ul>');
    const single = narrativeOf(toObservation(reportedObservation(observation, others), setting));
    expect(single.match(/<tr>/g)).toHaveLength(2);
    expect(single).toContain('<br/>…</td>');
  });
});
