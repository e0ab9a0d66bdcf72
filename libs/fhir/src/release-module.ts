import type { ModuleMetadata } from '@nestjs/common';
import { resultControllersOf } from './interface-paths/results.controller';
import { serviceRequestsControllerOf } from './interface-paths/service-requests.controller';
import type { FhirRelease } from './release';
import { bundleControllerOf } from './rest/bundle.controller';
import { metadataControllerOf } from './rest/metadata.controller';
import { readControllersOf } from './rest/reads.controller';
import { requestReadsControllerOf } from './rest/request-reads.controller';
import { requestWritesControllerOf } from './rest/request-writes.controller';
import { ResourceSearchService, searchControllersOf } from './search';
import { validateControllerOf } from './validate/validate.controller';

/** Everything of a release that is live: the interface's paths and the standard ones. */
export function moduleOf(release: FhirRelease): ModuleMetadata {
  const standard = [
    ...searchControllersOf(release),
    requestReadsControllerOf(release),
    requestWritesControllerOf(release),
    ...readControllersOf(release),
    bundleControllerOf(release),
  ];
  const controllers = [
    serviceRequestsControllerOf(release),
    ...resultControllersOf(release),
    metadataControllerOf(release, standard),
    ...standard,
    validateControllerOf(release),
  ];
  return { controllers, providers: [ResourceSearchService] };
}
