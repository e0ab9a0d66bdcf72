import type { RecordedStatement } from '../service/record-statements';

/** Where a parameter of a statement comes from when the plain program runs it. */
export type Source =
  | { readonly from: 'constant'; readonly value: unknown }
  /** What the request names. */
  | { readonly from: 'request' }
  | { readonly from: 'now' }
  /** Bytes that mean nothing to the database, such as a digest. */
  | { readonly from: 'bytes'; readonly length: number }
  /** A column of one row that an earlier statement gave. */
  | { readonly from: 'row'; readonly statement: number; readonly row: number; readonly column: string }
  /** A column of all rows that an earlier statement gave. */
  | { readonly from: 'column'; readonly statement: number; readonly column: string }
  /** A new identifier, the same wherever the number is the same. */
  | { readonly from: 'new'; readonly number: number }
  | { readonly from: 'list'; readonly parts: readonly Source[] }
  | { readonly from: 'text'; readonly parts: readonly Source[] };

export interface Step {
  readonly text: string;
  readonly values: readonly Source[];
}

/** The statements of a scenario in their order: what the service sent for a request, with the parameters of any request. */
export interface Recipe {
  readonly steps: readonly Step[];
  readonly isTransaction: boolean;
}

/** Two requests of the same kind, and what each made the service send. */
export interface Recording {
  readonly key: string | undefined;
  readonly statements: readonly RecordedStatement[];
}

const identifier = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const onlyIdentifier = new RegExp(`^${identifier.source}$`);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Compares two recordings: what is the same in both belongs to the scenario, for the rest there has to be a source. */
class Comparison {
  private readonly made = new Map<string, number>();

  constructor(
    private readonly one: Recording,
    private readonly other: Recording,
  ) {}

  recipe(): Recipe {
    const [ones, others] = [this.one.statements, this.other.statements];
    const steps = ones.map(({ text, values }, at): Step => ({
      text,
      values: values.map((value, index) => this.sourceOf(value, others[at]!.values[index], at)),
    }));
    return { steps, isTransaction: ones.some(({ text }) => /^(?:START TRANSACTION|BEGIN)\b/.test(text)) };
  }

  private sourceOf(value: unknown, twin: unknown, at: number): Source {
    if (isSame(value, twin)) return { from: 'constant', value };
    if (value instanceof Date) return { from: 'now' };
    if (value instanceof Uint8Array) return { from: 'bytes', length: value.length };
    if (value === this.one.key && twin === this.other.key) return { from: 'request' };
    const found = this.earlier(value, twin, at);
    if (found !== undefined) return found;
    if (Array.isArray(value) && Array.isArray(twin) && value.length === twin.length)
      return { from: 'list', parts: value.map((part, index) => this.sourceOf(part, twin[index] as unknown, at)) };
    if (typeof value !== 'string')
      throw new Error(`no source for ${JSON.stringify(value)}, a parameter of: ${this.one.statements[at]!.text}`);
    return onlyIdentifier.test(value) ? this.newId(value) : this.textOf(value, at);
  }

  /** What an earlier statement answered with, in both recordings alike. */
  private earlier(value: unknown, twin: unknown, at: number): Source | undefined {
    for (let statement = 0; statement < at; statement += 1) {
      const [rows, twins] = [this.one.statements[statement]!.rows, this.other.statements[statement]!.rows];
      for (const column of Object.keys(rows[0] ?? {})) {
        const row = rows.findIndex((each, index) => isSame(each[column], value) && isSame(twins[index]?.[column], twin));
        if (row >= 0) return { from: 'row', statement, row, column };
        const isWhole =
          isSame(
            rows.map((each) => each[column]),
            value,
          ) &&
          isSame(
            twins.map((each) => each[column]),
            twin,
          );
        if (isWhole) return { from: 'column', statement, column };
      }
    }
    return undefined;
  }

  private newId(id: string): Source {
    const number = this.made.get(id) ?? this.made.size;
    this.made.set(id, number);
    return { from: 'new', number };
  }

  /** Text with identifiers inside, of which only those are known that stood alone before; the rest stays as it was recorded. */
  private textOf(text: string, at: number): Source {
    const ids = text.match(identifier) ?? [];
    const between = text.split(identifier);
    const parts = between.flatMap((constant, index): Source[] => {
      const id = ids[index];
      const own: Source = { from: 'constant', value: constant };
      return id === undefined ? [own] : [own, this.idInText(id, at)];
    });
    return { from: 'text', parts };
  }

  private idInText(id: string, at: number): Source {
    if (id === this.one.key) return { from: 'request' };
    const number = this.made.get(id);
    if (number !== undefined) return { from: 'new', number };
    for (let statement = 0; statement < at; statement += 1)
      for (const [row, each] of this.one.statements[statement]!.rows.entries())
        for (const [column, value] of Object.entries(each)) if (value === id) return { from: 'row', statement, row, column };
    return JSON.stringify(this.other.statements.map(({ values }) => values)).includes(id)
      ? { from: 'constant', value: id }
      : this.newId(id);
  }
}

/** Whether the service did the same for both; in between it may have had something else to do. */
export const areAlike = ({ statements: ones }: Recording, { statements: others }: Recording): boolean =>
  isSame(
    ones.map(({ text }) => text),
    others.map(({ text }) => text),
  );

/** @param one and another recording that are alike */
export const recipeOf = (one: Recording, other: Recording): Recipe => new Comparison(one, other).recipe();
