export { R4bModule } from './r4b.module';
export { r4b } from './release';
export { toNative, toServiceRequest } from './service-request/service-request.mapper';
