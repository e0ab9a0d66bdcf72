import type { Comparison } from '../compare';
import type { Growth } from '../growth';
import type { Measurement } from '../load/measurement';
import type { Soak } from '../soak';

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const milliseconds = (value: number): string => value.toFixed(value < 100 ? 1 : 0);

const headings = [
  'scenario',
  'req/s',
  'p50 ms',
  'p99 ms',
  'plain req/s',
  'p50 ms',
  'p99 ms',
  'ratio',
  'SQL',
  'RSS MB',
  'CPU µs',
  'plain CPU µs',
] as const;

const cellsOf = ({ scenario, service, plain, ratio, sqlPerRequest, rssMb }: Comparison): readonly string[] => [
  scenario,
  whole(service.rps),
  milliseconds(service.p50),
  milliseconds(service.p99),
  whole(plain.rps),
  milliseconds(plain.p50),
  milliseconds(plain.p99),
  ratio.toFixed(2),
  sqlPerRequest.toFixed(1),
  whole(rssMb),
  whole(service.processor),
  whole(plain.processor),
];

/** Lines of a table; the first column is text, the others are figures. */
function table(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headers.map((header, column) => Math.max(header.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]): string =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join('  ');
  return [line(headers), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

export const comparisonTable = (comparisons: readonly Comparison[]): string => table(headings, comparisons.map(cellsOf));

const figuresOf = ({ rps, p50, p99 }: Measurement) => ({ rps, p50, p99 });

/** What the JSON file gets of a comparison. */
export const comparisonJson = ({ service, plain, ...rest }: Comparison) => ({
  ...rest,
  service: figuresOf(service),
  plain: figuresOf(plain),
});

/** More than this is growth. */
const tolerated = 1.5;

export const growthTable = (all: readonly Growth[]): string => {
  const grown = all.filter(({ ratio }) => !(ratio <= tolerated));
  const rows = grown.map(({ query, few, many, ratio }) => [query, milliseconds(few), milliseconds(many), ratio.toFixed(1)]);
  return `${table(['list or search', 'few ms', 'many ms', 'ratio'], rows)}\n\n${grown.length} of ${all.length} grow by more than ${tolerated}.`;
};

export const soakTable = ({ seconds, requests, tenths }: Soak): string => {
  const rows = tenths.map(({ rssMb, heapMb, leastHeapMb }, at) => [String(at + 1), whole(rssMb), whole(heapMb), whole(leastHeapMb)]);
  return `${table(['tenth', 'RSS MB', 'heap MB', 'least heap MB'], rows)}\n\n${whole(requests)} requests in ${whole(seconds)} s`;
};
