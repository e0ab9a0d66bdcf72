import type { JsonObject } from '@gateway/kernel';
import { requestStatuses, type RequestStatus, type WrittenRequest } from '@gateway/core';
import { insuranceOf, toOrderWish } from '../placement/order-wish.mapper';
import { toRequestEcho } from '../placement/echo.mapper';
import { withoutPlacement } from '../placement/placement-extension';
import type { FhirRelease, MapperContext } from '../release';

/** The definitions allow nothing else, but a status that has only extensions. */
const toStatus = (status: unknown): RequestStatus => requestStatuses.find((known) => known === status) ?? 'unknown';

/** What a ServiceRequest that is valid in the release says to the core. */
export function toWrittenRequest(resource: JsonObject, release: FhirRelease, context: MapperContext): WrittenRequest {
  const status = toStatus(resource['status']);
  const content = release.mappers.toNative(withoutPlacement(resource, context.baseUrl), context);
  return {
    release: release.path,
    status,
    content,
    healthInsurance: insuranceOf(content),
    echo: toRequestEcho(content),
    wish: toOrderWish(content, { status, baseUrl: context.baseUrl }),
  };
}
