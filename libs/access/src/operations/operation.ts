import type { QueryReader } from '@gateway/kernel';
import type { ProblemKind } from '@gateway/problems';
import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
import type { z } from 'zod';
import type { Principal } from '../tokens/principal';
import type { Scope } from '../tokens/scopes';

/** The body that an operation takes. */
export interface BodyDescription<Rules> {
  /** The schema under the rules in force. */
  readonly schema: (rules: Rules) => z.ZodType;
  /** What the JSON is: an object by default. */
  readonly shape?: 'object' | 'array';
  /** An empty body counts as an empty object. */
  readonly isOptional?: boolean;
  /** Bytes; 1 MiB by default. */
  readonly limit?: number;
  readonly example: unknown;
  /** Media types; JSON by default. */
  readonly consumes?: readonly string[];
}

/**
 * One answer of an operation that is no problem; 501 stands for all of them where an operation is not implemented, 400 and 401 for
 * refusals in the form of another standard.
 */
export interface AnswerDescription<Rules> {
  readonly status: 200 | 201 | 204 | 206 | 304 | 400 | 401 | 501;
  readonly description: string;
  /** Absent where the answer has no body, or none that is JSON. */
  readonly schema?: (rules: Rules) => z.ZodType;
  readonly example?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Everything that is said once of an operation: the guard, the body pipe and the OpenAPI document all read it here.
 * `Rules` is what the schemas of bodies need to know.
 */
export interface OperationDescription<Rules> {
  /** Unique; generated clients name their functions after it. */
  readonly id: string;
  readonly summary: string;
  readonly tag: string;
  /** Absent for operations that need no token. */
  readonly scope?: Scope;
  readonly query?: QueryReader<unknown>;
  readonly body?: BodyDescription<Rules>;
  /** The first is the usual one. */
  readonly answers: readonly [AnswerDescription<Rules>, ...AnswerDescription<Rules>[]];
  /** Problems besides those that its scope, query and body bring. */
  readonly problems?: readonly ProblemKind[];
  /** Media types of the answer; JSON by default. */
  readonly produces?: readonly string[];
  /**
   * How the audit trail records it, where that is not one event with what it does: `never` for what holds no patient's data,
   * `by_entry` where its parts are recorded by itself.
   */
  readonly audited?: 'never' | 'by_entry';
  /** Makes sure that the record of the path exists, so that a missing one is a 404 whatever the body says. */
  readonly target?: (rules: Rules, principal: Principal, id: string) => Promise<unknown>;
}

const metadataKey = 'gateway:operation';

export const jsonMediaType = 'application/json';

/** Among what an operation produces: the record decides, and the operation itself looks at `Accept`. */
export const anyMediaType = '*/*';
export const defaultBodyLimit = 1024 * 1024;

/** Decorators for one group of operations, which share tag and rules. */
export const operationsOf =
  <Rules>(tag: string) =>
  (description: Omit<OperationDescription<Rules>, 'tag'>): MethodDecorator =>
    applyDecorators(SetMetadata(metadataKey, { ...description, tag }), HttpCode(description.answers[0].status));

/** Reading metadata walks the chain of prototypes; every request asks. */
const descriptions = new WeakMap<object, OperationDescription<never>>();

/** The description of a handler. @throws Error for a handler that has none: every route must have one */
export function operationOf(handler: object): OperationDescription<never> {
  const known = descriptions.get(handler);
  if (known !== undefined) return known;
  const description = Reflect.getMetadata(metadataKey, handler) as OperationDescription<never> | undefined;
  if (description === undefined) throw new Error(`no operation description on ${(handler as { name?: string }).name ?? 'handler'}`);
  descriptions.set(handler, description);
  return description;
}
