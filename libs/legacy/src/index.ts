export { SpecimenKitsModule } from './sck-v1/sck-v1.module';
export { DiagnosticsModule } from './v1/v1.module';
