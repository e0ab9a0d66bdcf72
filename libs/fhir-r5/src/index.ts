export { R5Module } from './r5.module';
export { r5 } from './release';
export { toNative, toServiceRequest } from './service-request/service-request.mapper';
