export { DiagnosticsModule } from './v1/v1.module';
