import type { JsonObject } from '@gateway/kernel';
import { Answer, type ReturnPreference } from '@gateway/access';
import type { Language } from '@gateway/problems';
import { toOperationOutcome } from '../operation-outcome';
import type { FhirRelease } from '../release';
import { type ResultShape, shaped } from '../search/result-shape';
import { assertVersionAcceptable, contentTypeOf } from './media-types';
import type { RestQuery } from './rest-query';
import { isUnchanged, versionAddress, versionOf } from './versions';

/** What of a request decides on the form of its answer. */
export interface RestRequest {
  readonly release: FhirRelease;
  readonly query: RestQuery;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** @throws AppError when the client asks for another release than the one of the path */
export function restRequest(release: FhirRelease, query: RestQuery, headers: RestRequest['headers']): RestRequest {
  assertVersionAcceptable(headers['accept'], release);
  return { release, query, headers };
}

const versionHeaders = (resource: JsonObject): Record<string, string> => {
  const { etag, lastModified } = versionOf(resource);
  return { ETag: etag, 'Last-Modified': lastModified };
};

const contentTypeFor = ({ release, query, headers }: RestRequest): string => contentTypeOf(release, headers['accept'], query.format);

/** A Bundle or another resource without a version. */
export const plainAnswer = (request: RestRequest, resource: object, status = 200): Answer =>
  new Answer(status, resource, { 'Content-Type': contentTypeFor(request) });

/** A resource, as far as it is asked for, or a 304 when the client has it. */
export function readAnswer(request: RestRequest, resource: JsonObject, shape: ResultShape): Answer {
  const headers = versionHeaders(resource);
  const { 'if-none-match': ifNoneMatch, 'if-modified-since': ifModifiedSince } = request.headers;
  if (isUnchanged(versionOf(resource), ifNoneMatch, ifModifiedSince)) return new Answer(304, undefined, headers);
  return new Answer(200, shaped(resource, shape), { ...headers, 'Content-Type': contentTypeFor(request) });
}

export interface WrittenAnswer {
  readonly status: 200 | 201;
  readonly resource: JsonObject;
  /** Of the resource, without its version. */
  readonly location: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer to a create, update or patch, in the form that the client prefers. */
export function writeAnswer(request: RestRequest, written: WrittenAnswer, preference: ReturnPreference, language: Language): Answer {
  const { status, resource, location, headers } = written;
  const own = { ...headers, ...versionHeaders(resource), Location: versionAddress(location, resource) };
  if (preference === 'minimal') return new Answer(status, undefined, own);
  const body = preference === 'operationoutcome' ? toOperationOutcome([], language) : resource;
  return new Answer(status, body, { ...own, 'Content-Type': contentTypeFor(request) });
}
