import { z } from 'zod';
import { anyResourceSchema, resourceListSchema, resourceSchema } from './resource-schemas';

describe('schemas of resources', () => {
  it('tell the type, which may be left out, and allow everything else', () => {
    const resourceType = { type: 'string', const: 'Patient', default: 'Patient' };
    const schema = { type: 'object', properties: { resourceType }, additionalProperties: {} };
    expect(z.toJSONSchema(resourceSchema('Patient'))).toMatchObject(schema);
    expect(z.toJSONSchema(resourceListSchema('Patient'))).toMatchObject({ type: 'array', items: schema });
    expect(z.toJSONSchema(anyResourceSchema())).toMatchObject({ type: 'object', additionalProperties: {} });
  });

  it('leave every member where it is', () => {
    const resource: unknown = JSON.parse('{"resourceType":"Patient","__proto__":{"x":1},"name":[{"__proto__":2}]}');
    expect(resourceSchema('Patient').parse(resource)).toBe(resource);
    expect(anyResourceSchema().parse(resource)).toBe(resource);
  });
});
