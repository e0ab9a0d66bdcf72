import type { NativeServiceRequest } from '@gateway/core';
import { isObject, type JsonObject, stringifyJson } from '@gateway/kernel';
import type { MapperContext } from '../release';
import { Carriers } from './carriers';
import { type MovedResource, putBack, readContainedOriginal } from './contained-originals';
import { extensionsOf, partition, readJsonExtension, toJsonExtension, withExtensions } from './extensions';
import { Fit } from './fit';
import { isSameJson } from './json-equality';
import { hasExtension, type Place, readLiteral, unwrapLiterals, wrapLiterals } from './literal-extensions';
import type { ReadRequest, ReleaseMapping } from './release-mapping';
import { Restore } from './restore';

export interface RequestMappers {
  readonly toNative: (resource: JsonObject, context: MapperContext) => NativeServiceRequest;
  readonly toServiceRequest: (request: NativeServiceRequest, context: MapperContext) => JsonObject;
}

interface Written {
  readonly release: string;
  readonly resource: JsonObject;
  readonly isOvertaken?: true;
}

const definedMembers = (object: JsonObject): JsonObject =>
  Object.values(object).includes(undefined)
    ? Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
    : object;

/** Without what is the server's: id, version and time. */
function clientsPart({ id: _id, _id: _idCompanion, meta, ...members }: JsonObject): JsonObject {
  if (!isObject(meta)) return members;
  const { versionId: _v, _versionId: _cv, lastUpdated: _l, _lastUpdated: _cl, ...own } = meta;
  return Object.keys(own).length > 0 ? { meta: own, ...members } : members;
}

/** Members that say something about the others. */
function withoutNotes(native: JsonObject): JsonObject {
  const { validIn: _validIn, asWritten: _asWritten, ...members } = native;
  return members;
}

/** A request of one release as the neutral one and back, without loss. See the README of this library. */
class RequestMapping {
  private readonly carriers: Carriers;

  constructor(
    private readonly mapping: ReleaseMapping,
    private readonly baseUrl: string,
  ) {
    this.carriers = new Carriers(mapping.otherVersion, baseUrl);
  }

  read(resource: JsonObject): JsonObject {
    const { release } = this.mapping;
    if (!hasExtension(resource, this.isOurs)) return { ...this.mapping.fromResource(resource, this.baseUrl).native, validIn: [release] };
    const { native, isOvertaken } = this.interpret(resource);
    if (isSameJson(this.unfitted(native), resource)) return { ...native, validIn: [release] };
    if (isSameJson(this.fitted(native), resource)) return native;
    return { ...native, asWritten: { release, resource, ...(isOvertaken && { isOvertaken }) } };
  }

  write(native: JsonObject): JsonObject {
    const written = native['asWritten'] as Written | undefined;
    if (written?.release === this.mapping.release) {
      const current = definedMembers({ ...written.resource, status: native['status'] });
      const { native: said } = this.interpret(current);
      if (isSameJson(withoutNotes(said), withoutNotes(native))) return current;
    }
    const isValid = Array.isArray(native['validIn']) && native['validIn'].includes(this.mapping.release);
    return isValid ? this.unfitted(native) : this.fitted(native);
  }

  private fitted(native: JsonObject): JsonObject {
    return new Fit(this.mapping, this.unfitted(native), this.baseUrl).run();
  }

  private unfitted(native: JsonObject): JsonObject {
    const resource = this.mapping.toResource(withoutNotes(wrapLiterals(native, this.isOurs, this.baseUrl)), this.baseUrl);
    const written = native['asWritten'] as Written | undefined;
    if (written === undefined || written.release === this.mapping.release || written.isOvertaken) return resource;
    return withExtensions(resource, [toJsonExtension(this.baseUrl, 'resource', written), ...extensionsOf(resource)]);
  }

  private interpret(resource: JsonObject): ReadRequest {
    const restore = new Restore(this.carriers);
    const restored = this.withContained(restore.resource(resource), restore);
    const [[written, ...others], rest] = partition(extensionsOf(restored), (extension) => this.readWritten(extension));
    const isPlain = written === undefined || others.length > 0;
    const { native, isOvertaken } = this.mapping.fromResource(isPlain ? restored : withExtensions(restored, rest), this.baseUrl);
    const request = unwrapLiterals(native, this.baseUrl);
    return { native: isPlain ? request : { ...request, asWritten: written }, isOvertaken: isOvertaken || restore.isOvertaken };
  }

  /** With contained resources that were moved out, as far as something still refers to them. */
  private withContained(resource: JsonObject, restore: Restore): JsonObject {
    const [moved, rest] = partition(extensionsOf(resource), (extension) => readContainedOriginal(extension, this.baseUrl));
    if (moved.length === 0) return resource;
    const contained = Array.isArray(resource['contained']) ? (resource['contained'] as unknown[]) : [];
    const whole = { ...withExtensions(resource, rest), contained: putBack(contained, moved) };
    const text = stringifyJson(whole);
    const isUsed = ({ resource: each }: MovedResource): boolean =>
      [`#${String(each['id'])}"`, `#${String(each['id'])}\\`].some((link) => text.includes(link)) || stringifyJson(each).includes('"#"');
    const used = moved.filter(isUsed);
    if (used.length === moved.length) return whole;
    restore.isOvertaken = true;
    const left = putBack(contained, used);
    const { contained: _contained, ...others } = whole;
    return left.length > 0 ? { ...others, contained: left } : others;
  }

  private readWritten(extension: JsonObject): Written | undefined {
    const written = readJsonExtension(extension, this.baseUrl, 'resource');
    if (!isObject(written) || !isObject(written['resource']) || Object.keys(written).length !== 2) return undefined;
    const { release } = written;
    const isOther = (release === 'r4b' || release === 'r5') && release !== this.mapping.release;
    return isOther ? (written as unknown as Written) : undefined;
  }

  /** Whether an extension would be taken for one of ours where it stands. */
  private readonly isOurs = (extension: JsonObject, { isRoot, primitive }: Place): boolean => {
    if (readLiteral(extension, this.baseUrl) !== undefined) return true;
    if (primitive !== undefined && this.carriers.readOfPrimitive(extension, primitive) !== undefined) return true;
    if (this.carriers.readOfElement(extension, isRoot) !== undefined) return true;
    if (!isRoot) return false;
    return (
      this.mapping.isMember(extension, this.baseUrl) ||
      readContainedOriginal(extension, this.baseUrl) !== undefined ||
      this.readWritten(extension) !== undefined
    );
  };
}

/** The two directions of a release. Both are pure, and hold at each other: what is read is written back as it was. */
export const requestMappersOf = (mapping: ReleaseMapping): RequestMappers => ({
  toNative: (resource, { baseUrl }) => new RequestMapping(mapping, baseUrl).read(clientsPart(resource)),
  toServiceRequest: (request, { baseUrl }) => new RequestMapping(mapping, baseUrl).write(definedMembers(request as unknown as JsonObject)),
});
