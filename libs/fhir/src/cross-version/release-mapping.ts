import type { JsonObject } from '@gateway/kernel';
import type { ReleasePath } from '@gateway/core';
import type { Validator } from '../validation/validator';

/** What a release says for the neutral members of a request, as far as it has a form for them; whether it is valid is not asked here. */
export interface ReleaseMapping {
  readonly release: ReleasePath;
  /** The version whose elements come in official extensions. */
  readonly otherVersion: '4.3' | '5.0';
  readonly validator: Validator;
  /** Which member goes where a rule forbids it beside the others: by the key of the rule. */
  readonly givesWay: Readonly<Record<string, string>>;
  toResource(native: JsonObject, baseUrl: string): JsonObject;
  fromResource(resource: JsonObject, baseUrl: string): ReadRequest;
  /** Whether `fromResource` would take this extension of the resource for a member. */
  isMember(extension: JsonObject, baseUrl: string): boolean;
}

export interface ReadRequest {
  readonly native: JsonObject;
  /** An extension said something that an element says differently since. */
  readonly isOvertaken: boolean;
}
