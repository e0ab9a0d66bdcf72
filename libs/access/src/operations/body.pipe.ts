import { isUuid, toAppError } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Inject, Injectable, type PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import type { z } from 'zod';
import { jsonBody } from '../requests/json-body';
import { rawBody } from '../requests/raw-body';
import { contextOf } from '../requests/request-context';
import { type BodyDescription, defaultBodyLimit, jsonMediaType, type OperationDescription } from './operation';

/** Injection token of what the schemas of bodies need to know. */
export const BODY_RULES = Symbol('BODY_RULES');

interface BodySource {
  readonly request: Request;
  readonly operation: OperationDescription<never>;
}

/** Reads, parses and checks the body. A record that is missing is told before what is wrong with the body. */
@Injectable()
export class BodyPipe implements PipeTransform<BodySource, Promise<unknown>> {
  private readonly schemas = new WeakMap<object, z.ZodType>();

  constructor(@Inject(BODY_RULES) private readonly rules: never) {}

  async transform({ request, operation }: BodySource): Promise<unknown> {
    try {
      return await this.read(request, operation);
    } catch (error) {
      if (error instanceof AppError) await this.assertTarget(request, operation);
      throw error;
    }
  }

  private async read(request: Request, { body, id }: OperationDescription<never>): Promise<unknown> {
    if (body === undefined) throw new Error(`operation ${id} takes no body`);
    const { limit = defaultBodyLimit, consumes = [jsonMediaType], isOptional = false, shape } = body;
    const isAbsent = isOptional && (await rawBody(request, limit)).length === 0;
    const input = isAbsent ? {} : await jsonBody(request, limit, consumes, shape);
    const schema = this.schemaOf(body);
    const checked = await schema.safeParseAsync(input);
    if (!checked.success) throw toAppError(checked.error, schema, input);
    return checked.data;
  }

  /** Made once for each operation. */
  private schemaOf(body: BodyDescription<never>): z.ZodType {
    const known = this.schemas.get(body);
    if (known !== undefined) return known;
    const schema = body.schema(this.rules);
    this.schemas.set(body, schema);
    return schema;
  }

  private async assertTarget(request: Request, { target }: OperationDescription<never>): Promise<void> {
    const { principal } = contextOf(request);
    const id: unknown = request.params['id'];
    if (target === undefined || principal === undefined || typeof id !== 'string') return;
    if (!isUuid(id)) throw AppError.recordNotFound();
    await target(this.rules, principal, id);
  }
}
