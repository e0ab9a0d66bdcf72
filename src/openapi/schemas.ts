import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

const definitionPrefix = '#/$defs/';

/** Collects the named schemas of a document and turns zod schemas into references to them. */
export class SchemaCollection {
  readonly components: Record<string, JsonSchema> = {};

  /** JSON Schema (2020-12) of what a request sends (`input`) or an answer holds (`output`). */
  of(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const {
      $schema: _,
      $defs,
      ...converted
    } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
    for (const [name, definition] of Object.entries($defs ?? {})) this.components[name] = this.clean(definition);
    const cleaned = this.clean(converted);
    const name = schema.meta()?.id;
    // zod itself turns a schema with a name into a reference, and puts what it says among the definitions.
    if (name === undefined || '$ref' in cleaned) return cleaned;
    this.components[name] = cleaned;
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Points references at the components and drops the names that zod leaves inside. */
  private clean(schema: JsonSchema): JsonSchema {
    const text = JSON.stringify(schema, (key, value: unknown) => {
      if (key === '$ref' && typeof value === 'string') return value.replace(definitionPrefix, '#/components/schemas/');
      return value;
    });
    const { id: _, ...rest } = JSON.parse(text) as JsonSchema;
    return rest;
  }
}
