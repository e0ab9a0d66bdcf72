import { type AnswerDescription, jsonMediaType, smartDoors, supportedScopes, tokenEndpoint } from '@gateway/access';
import { noParameters, type QueryParameter } from '@gateway/kernel';
import { type ProblemKind, problemKinds, localeOf } from '@gateway/problems';
import { answerHeaders, sharedHeaders, takesIdempotencyKey } from './headers';
import type { Route } from './routes';
import { errorResponse, outcomeComponents } from './outcome-schemas';
import { problemBodyComponents } from './problem-schemas';
import { SchemaCollection } from './schemas';

type JsonObject = Record<string, unknown>;

const pathParameterNames = (path: string): readonly string[] => [...path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1]!);

const headerParameters = [
  { $ref: '#/components/parameters/AcceptLanguage' },
  { $ref: '#/components/parameters/RequestId' },
  { $ref: '#/components/parameters/XdebugSession' },
] as const;

const queryParameter = ({ name, description, schema, deepObject }: QueryParameter): JsonObject => ({
  name: deepObject ?? name,
  in: 'query',
  required: false,
  description,
  ...(deepObject === undefined
    ? { schema }
    : { style: 'deepObject', explode: true, schema: { type: 'object', additionalProperties: schema } }),
});

function parametersOf({ path, method, operation }: Route): readonly unknown[] {
  return [
    ...pathParameterNames(path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...(operation.query ?? noParameters).parameters.map(queryParameter),
    ...(takesIdempotencyKey({ method, operation }) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(operation.query === undefined ? [] : [{ $ref: '#/components/parameters/Prefer' }]),
    ...headerParameters,
  ];
}

/** The problems that an operation can answer with: those that its parts bring, and its own. */
function problemsOf({ method, path, operation }: Route): readonly ProblemKind[] {
  const kinds = new Set<ProblemKind>(['malformed', 'not_acceptable', 'internal', 'unavailable', ...(operation.problems ?? [])]);
  if (operation.scope !== undefined) for (const kind of ['unauthenticated', 'forbidden', 'throttled'] as const) kinds.add(kind);
  if (operation.body !== undefined) kinds.add('too_large').add('unsupported_media_type');
  // A body without a token is judged by another standard.
  if (operation.body !== undefined && operation.scope !== undefined) kinds.add('unprocessable');
  if (takesIdempotencyKey({ method, operation })) kinds.add('conflict').add('unprocessable').add('too_large');
  if (path.includes(':')) kinds.add('not_found');
  return [...kinds].sort((a, b) => problemKinds[a] - problemKinds[b]);
}

function answerOf(route: Route, answer: AnswerDescription<never>, schemas: SchemaCollection, rules: never): JsonObject {
  const { produces = [jsonMediaType] } = route.operation;
  const schema = answer.schema && schemas.of(answer.schema(rules), 'output');
  const media = schema === undefined ? { schema: {} } : { schema, ...(answer.example !== undefined && { example: answer.example }) };
  const hasContent = schema !== undefined || answer.status === 206 || (answer.status === 200 && produces[0] !== jsonMediaType);
  return {
    description: answer.description,
    headers: answerHeaders(route, answer),
    ...(hasContent && { content: Object.fromEntries(produces.map((type) => [type, media])) }),
  };
}

const problemBodies = problemBodyComponents(localeOf('en').kinds);

/** Where an operation refuses in the form of another standard, what comes before it still refuses with a problem. */
function besideProblem(answer: AnswerDescription<never>, object: JsonObject, kinds: readonly ProblemKind[]): JsonObject {
  const kind = answer.schema && kinds.find((each) => problemKinds[each] === answer.status);
  if (kind === undefined) return object;
  return { ...object, content: { ...(object['content'] as JsonObject), ...problemBodies.responses[kind]?.content } };
}

/** Every operation that a client of SMART can reach takes its token too; which scopes it takes depends on the resource. */
const securityOf = (scope: string): readonly object[] => [
  { apiToken: [] },
  { bearer: [] },
  ...((smartDoors as readonly string[]).includes(scope) ? [{ smartBackendServices: [] }] : []),
];

function operationObject(route: Route, schemas: SchemaCollection, rules: never): JsonObject {
  const { operation } = route;
  const kinds = problemsOf(route);
  const answers = operation.answers.map((answer) => [
    String(answer.status),
    besideProblem(answer, answerOf(route, answer, schemas, rules), kinds),
  ]);
  const problems = kinds.map((kind) => [String(problemKinds[kind]), errorResponse(route.path, kind)]);
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.scope === undefined ? 'Needs no token.' : `Needs the scope \`${operation.scope}\`.`,
    security: operation.scope === undefined ? [] : securityOf(operation.scope),
    parameters: parametersOf(route),
    ...(operation.body && {
      requestBody: {
        required: operation.body.isOptional !== true,
        content: Object.fromEntries(
          (operation.body.consumes ?? [jsonMediaType]).map((type) => [
            type,
            { schema: schemas.of(operation.body!.schema(rules), 'input'), example: operation.body!.example },
          ]),
        ),
      },
    }),
    responses: { ...Object.fromEntries(problems), ...Object.fromEntries(answers.filter(([status]) => status !== '501')) },
  };
}

const sharedParameters = {
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description: 'Language of errors and translatable properties: de, en or fr, negotiated; en otherwise.',
    schema: { type: 'string', examples: ['de'] },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'The client’s own name for the request; comes back.',
    schema: { type: 'string' },
  },
  XdebugSession: { name: 'XDEBUG_SESSION', in: 'query', description: 'Accepted and ignored.', schema: { type: 'string' } },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key with the same body within 24 hours repeats the stored answer, with Idempotent-Replayed: true.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description: 'count=exact adds X-Total-Count and the link to the last page.',
    schema: { type: 'string' },
  },
} as const;

/** The OpenAPI 3.1 document, made from the descriptions and schemas that the service itself works with. */
export function makeOpenApiDocument(routes: readonly Route[], rules: unknown, baseUrl: string): JsonObject {
  const schemas = new SchemaCollection();
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operationObject(route, schemas, rules as never);
  }
  const [problems, outcomes] = [problemBodies, outcomeComponents(localeOf('en').kinds)];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Laboratory gateway',
      version: '1.0.0',
      description:
        'Diagnostic orders, tests, shipments, results and documents for partner systems, and the operating side that makes them live.',
    },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      schemas: { ...schemas.components, ...problems.schemas, ...outcomes.schemas },
      responses: { ...problems.responses, ...outcomes.responses },
      parameters: sharedParameters,
      headers: sharedHeaders,
      securitySchemes: {
        apiToken: { type: 'apiKey', in: 'header', name: 'X-API-TOKEN' },
        bearer: { type: 'http', scheme: 'bearer' },
        smartBackendServices: {
          type: 'oauth2',
          description: 'SMART Backend Services: clients prove themselves by a signed JWT (private_key_jwt).',
          flows: {
            clientCredentials: {
              tokenUrl: tokenEndpoint(baseUrl),
              scopes: Object.fromEntries(supportedScopes.map((scope) => [scope, 'As SMART App Launch defines it.'])),
            },
          },
        },
      },
    },
  };
}
