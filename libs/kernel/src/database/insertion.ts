import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import { stringifyJson } from '../json';

type Column = EntityMetadata['columns'][number];

const valueOf = (column: Column, row: ObjectLiteral): unknown => {
  const value = column.getEntityValue(row) as unknown;
  const { transformer } = column;
  if (transformer === undefined) return value;
  return (Array.isArray(transformer) ? transformer : [transformer]).reduce((given, each) => each.to(given) as unknown, value);
};

/**
 * The INSERT of an entity: one text whatever the number of rows, so that it is planned once, with one parameter, the rows as JSON
 * (PostgreSQL, `json_populate_recordset`). Not for columns of bytes, which JSON would double.
 */
export class Insertion {
  readonly text: string;
  private readonly columns: readonly Column[];

  constructor({ columns, tablePath }: EntityMetadata) {
    this.columns = columns.filter(({ isInsert }) => isInsert);
    const names = this.columns.map(({ databaseName }) => databaseName).join(', ');
    this.text = `INSERT INTO ${tablePath} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${tablePath}, $1)`;
  }

  static fits({ columns }: EntityMetadata): boolean {
    return columns.every(({ type }) => type !== 'bytea');
  }

  toParameter(rows: readonly ObjectLiteral[]): string {
    return stringifyJson(rows.map((row) => Object.fromEntries(this.columns.map((column) => [column.databaseName, valueOf(column, row)]))));
  }
}
