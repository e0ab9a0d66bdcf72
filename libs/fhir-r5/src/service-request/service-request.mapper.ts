import {
  extensionsOf,
  officialUrl,
  partition,
  plainValue,
  type ReadRequest,
  type ReleaseMapping,
  requestMappersOf,
  withExtensions,
} from '@gateway/fhir';
import { type JsonObject, objectsIn } from '@gateway/kernel';
import { validator } from '../validator';

/** R4B's details are concepts alone, R5's are groups of parameters (https://hl7.org/fhir/R5/versions.html#extensions). */
const detailUrl = officialUrl('4.3', 'ServiceRequest.orderDetail');

const readDetail = (extension: JsonObject): unknown =>
  extension['url'] === detailUrl ? plainValue(extension, 'valueCodeableConcept') : undefined;

/** The neutral names are R5's. */
function toResource({ orderDetailConcept, ...alike }: JsonObject): JsonObject {
  const resource: JsonObject = { resourceType: 'ServiceRequest', ...alike };
  const carriers = objectsIn(orderDetailConcept).map((concept): JsonObject => ({ url: detailUrl, valueCodeableConcept: concept }));
  return carriers.length === 0 ? resource : withExtensions(resource, [...carriers, ...extensionsOf(resource)]);
}

function fromResource({ resourceType: _type, ...alike }: JsonObject): ReadRequest {
  const [details, rest] = partition(extensionsOf(alike), readDetail);
  const native = details.length === 0 ? alike : { ...withExtensions(alike, rest), orderDetailConcept: details };
  return { native, isOvertaken: false };
}

const mapping: ReleaseMapping = {
  release: 'r5',
  otherVersion: '4.3',
  validator,
  givesWay: { 'bdystr-1': 'bodyStructure', 'prr-1': 'orderDetail' },
  toResource,
  fromResource,
  isMember: (extension) => readDetail(extension) !== undefined,
};

export const { toNative, toServiceRequest } = requestMappersOf(mapping);
