export { DemoData, demoPartner, type LoadedDemo } from './demo/demo-data';
export { OperationsModule } from './operations.module';
