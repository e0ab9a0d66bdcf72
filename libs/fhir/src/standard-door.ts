import { type ErrorDoor, JsonText } from '@gateway/access';
import { toErrorOutcome } from './operation-outcome';

export const fhirMediaType = 'application/fhir+json';

/** Paths of the partner interface below the same bases; their errors are problem bodies. */
const interfaceCollections = 'service_requests|diagnostic_reports|observations';

const standardPath = new RegExp(`^/fhir/r(?:4b|5)(?:$|/(?!(?:${interfaceCollections})(?:$|/)))`);

/** The standard paths of both releases: every error is an OperationOutcome. */
export const standardDoor: ErrorDoor = {
  owns: (path) => standardPath.test(path),
  render: (error, { language, requestId }) =>
    new JsonText(JSON.stringify(toErrorOutcome(error, language, requestId)), `${fhirMediaType}; charset=utf-8`),
};
