import { Ajv2020 } from 'ajv/dist/2020';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { TestAnswer } from './test-client';

interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, HeaderObject | { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, MediaObject>>;
}

interface HeaderObject {
  readonly required?: boolean;
}

interface MediaObject {
  readonly schema: object;
  readonly example?: unknown;
}

interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters: readonly object[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, MediaObject>> };
  readonly responses: Readonly<Record<string, ResponseObject | { readonly $ref: string }>>;
}

export interface DocumentedOperation {
  readonly method: string;
  /** With parameters as `{id}`. */
  readonly path: string;
  readonly operation: OperationObject;
}

/** Formats that OpenAPI tools take for notes (JSON Schema 2020-12, section 7). */
const notes = ['iri-reference', 'binary', 'url'];

const withoutQuery = (path: string): string => path.split('?', 1)[0]!;

/** An OpenAPI document as a promise: holds requests and answers against it, and knows which operations it has seen. */
export class OpenApiContract {
  readonly operations: readonly DocumentedOperation[];
  private readonly ajv: Ajv2020;
  private readonly validators = new Map<object, ValidateFunction>();
  private readonly seen = new Set<string>();

  constructor(private readonly document: any) {
    this.operations = Object.entries<any>(document.paths).flatMap(([path, methods]) =>
      Object.entries<any>(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    );
    this.ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(this.ajv);
    for (const format of notes) this.ajv.addFormat(format, true);
  }

  /** What is wrong with a value under a schema of the document; empty when nothing is. */
  faultsOf(schema: object, value: unknown): readonly string[] {
    const known = this.validators.get(schema);
    const validate = known ?? this.ajv.compile({ allOf: [schema], components: this.document.components });
    this.validators.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
  }

  resolve<T>(value: T | { readonly $ref: string }): T {
    if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
    return value.$ref
      .slice('#/'.length)
      .split('/')
      .reduce((found, key) => found[key], this.document) as T;
  }

  /** The operation that a request reaches; exact segments go before parameters. */
  operationAt(method: string, path: string): DocumentedOperation | undefined {
    const segments = withoutQuery(path).split('/');
    const fits = (template: string): boolean => {
      const parts = template.split('/');
      return parts.length === segments.length && parts.every((part, index) => part.startsWith('{') || part === segments[index]);
    };
    const parameters = (template: string): number => template.split('{').length;
    return this.operations
      .filter((one) => one.method === method && fits(one.path))
      .sort((a, b) => parameters(a.path) - parameters(b.path))[0];
  }

  /** What an answer does that the document does not say; empty when nothing. */
  breachesOf(method: string, path: string, answer: TestAnswer): readonly string[] {
    const found = this.operationAt(method, path);
    if (found === undefined) return [`${method} ${path} is not documented`];
    this.seen.add(`${found.operation.operationId} ${answer.status}`);
    const documented = found.operation.responses[answer.status];
    const name = `${method} ${found.path} ${answer.status}`;
    if (documented === undefined) return [`${name} is not documented: ${answer.text.slice(0, 200)}`];
    const response = this.resolve<ResponseObject>(documented);
    const missing = Object.entries(response.headers ?? {})
      .filter(
        ([header, object]) => this.resolve<HeaderObject>(object).required === true && answer.headers[header.toLowerCase()] === undefined,
      )
      .map(([header]) => header);
    return [...missing.map((header) => `no header ${header}`), ...this.contentFaults(response, answer)].map((fault) => `${name}: ${fault}`);
  }

  private contentFaults({ content }: ResponseObject, { headers, text }: TestAnswer): readonly string[] {
    const type = (headers['content-type'] ?? '').split(';', 1)[0]!.trim();
    if (content === undefined) return text === '' ? [] : [`a body of type ${type} is not documented`];
    const media = content[type] ?? content['*/*'];
    if (media === undefined) return [`the type "${type}" is not documented`];
    return type.endsWith('json') ? this.faultsOf(media.schema, JSON.parse(text)) : [];
  }

  /** Operations without an answer of one of the statuses so far. */
  unseen(isMeant: (status: number, operation: DocumentedOperation) => boolean): readonly string[] {
    return this.operations
      .filter((one) => {
        const statuses = Object.keys(one.operation.responses).map(Number);
        return !statuses.some((status) => isMeant(status, one) && this.seen.has(`${one.operation.operationId} ${status}`));
      })
      .map(({ method, path }) => `${method} ${path}`);
  }
}
