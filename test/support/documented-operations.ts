import type { DocumentedOperation } from './openapi-contract';

/** The id of what is validated is the client's own. */
export const readsNothing = ({ path }: DocumentedOperation): boolean => path.endsWith('/$validate');

/** What FHIR writes at an address is checked before anyone looks for the record. */
export const checksBodyFirst = ({ method, path }: DocumentedOperation): boolean => path.startsWith('/fhir/') && /PUT|PATCH/.test(method);

/** A path of the operation; `id` stands for the record that it names. */
export const pathOf = ({ path }: DocumentedOperation, id: string): string =>
  path
    .replace('{id}', id)
    .replace('{version}', '1')
    .replace('{type}', 'Patient')
    .replace('{slug}', 'acme')
    .replace('{canonicalId}', 'lipid-panel')
    .replace('{clientId}', 'nobody')
    .replace('{file}', 'start.js')
    .replace('{name}', 'Error')
    .replace('{status}', '404')
    .replace('{codes}', 'c1051bb4-d103-4f74-8988-acbcafc7fdc3');

/** FHIR passes over parameters that it does not know, unless the client wants them refused. */
export const isStandardFhir = ({ path }: DocumentedOperation): boolean =>
  /^\/fhir\/r(4b|5)\/(?!service_requests|diagnostic_reports|observations)/.test(path);

/** A media type of the bodies that it takes. */
export const typeOf = ({ operation }: DocumentedOperation): string =>
  Object.keys(operation.requestBody?.content ?? {})[0] ?? 'application/json';
