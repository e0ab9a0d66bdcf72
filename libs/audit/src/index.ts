import { AuditEvent } from './audit-event.entity';
import { AuditChain, AuditSeal, UnsealedEvent } from './audit-seal.entity';

export { type AuditAction, auditActions, operatingChain } from './audit-event.entity';
export { AuditEventsService } from './audit-events.service';
export { AuditInterceptor } from './audit.interceptor';
export { AuditModule } from './audit.module';
export { AuditTrail } from './audit-trail';
export { recordsIn, targetIri } from './audited-records';
export { EventMaker } from './event-maker';
export { auditEventList, type AuditEventRow } from './events.queries';
export { digestBytes } from './hash-chain';
export { type AuditOutcome, auditOutcomes, outcomeOf } from './outcomes';
export { ReadRecorder } from './read-recorder';
export { RefusalFilter } from './refusal.filter';
export type { ChainFault, ChainPlace } from './verification';
export { firstPosition, type Position, VerificationService } from './verification.service';

/** All entities of the library, for the data source. */
export const auditEntities = [AuditChain, AuditEvent, AuditSeal, UnsealedEvent];
