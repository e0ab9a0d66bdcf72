import { isObject, type JsonObject, parseStoredJson, stringifyJson } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { applyPatch, type Operation } from 'rfc6902';

/** JSON Patch (RFC 6902; https://hl7.org/fhir/R5/http.html#patch). */
const members: Readonly<Record<string, readonly string[]>> = {
  add: ['path', 'value'],
  remove: ['path'],
  replace: ['path', 'value'],
  move: ['path', 'from'],
  copy: ['path', 'from'],
  test: ['path', 'value'],
};

const isPointer = (value: unknown): boolean => typeof value === 'string' && /^(?:\/(?:[^~]|~[01])*)?$/.test(value);

const isOperation = (operation: unknown): operation is Operation => {
  if (!isObject(operation) || typeof operation['op'] !== 'string' || !Object.hasOwn(members, operation['op'])) return false;
  return members[operation['op']]!.every((name) => (name === 'value' ? Object.hasOwn(operation, name) : isPointer(operation[name])));
};

/** A patch that repeats what it has copied doubles the resource each time. */
const maximumOperations = 1000;
const maximumCopies = 50;
const maximumLength = 1024 * 1024;

function assertBounded(patch: readonly unknown[]): void {
  const copies = patch.flatMap((operation, index) => (isObject(operation) && operation['op'] === 'copy' ? [index] : []));
  const excess = copies[maximumCopies] ?? (patch.length > maximumOperations ? maximumOperations : undefined);
  if (excess !== undefined) throw new AppError('patch_malformed', { parameters: { position: excess + 1 } });
}

/** Exact numbers as texts that stand for them, so that the patch compares and copies them by their digits. */
const marked = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

const refusals: Readonly<Record<string, 'patch_test_failed' | 'patch_path_missing'>> = {
  TestError: 'patch_test_failed',
  MissingError: 'patch_path_missing',
};

/** The resource as the patch makes it; the original stays. Operations apply one after the other, or none of them. @throws AppError */
export function patched(resource: JsonObject, patch: readonly unknown[]): JsonObject {
  assertBounded(patch);
  const document: { root: unknown } = { root: marked(resource) };
  patch.forEach((operation, index) => {
    if (!isOperation(operation)) throw new AppError('patch_malformed', { parameters: { position: index + 1 } });
    const rooted = underRoot(marked(operation) as Operation);
    const [error] = applyPatch(document, [rooted]);
    if (error instanceof Error) throw new AppError(refusals[error.name] ?? 'patch_malformed', { parameters: { position: index + 1 } });
    if (operation.op === 'copy' && JSON.stringify(document.root).length > maximumLength) {
      throw new AppError('body_too_large', { parameters: { max: maximumLength } });
    }
  });
  if (!isObject(document.root)) throw new AppError('body_not_object', { parameters: { given: 'other' } });
  return parseStoredJson(stringifyJson(document.root)) as JsonObject;
}

/** The same operation on a document that holds the resource as its member, so that the whole can be replaced too. */
const underRoot = (operation: Operation): Operation => ({
  ...operation,
  path: `/root${operation.path}`,
  ...('from' in operation && { from: `/root${operation.from}` }),
});
