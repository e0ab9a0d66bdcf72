import { Global, Module } from '@nestjs/common';
import { AuditEventsService } from './audit-events.service';
import { AuditInterceptor } from './audit.interceptor';
import { AuditTrail } from './audit-trail';
import { EventMaker } from './event-maker';
import { ReadRecorder } from './read-recorder';
import { VerificationService } from './verification.service';

/** The application provides `Database`, `Clock`, `Identifiers` and `ServiceSettings`. */
@Global()
@Module({
  providers: [AuditEventsService, AuditInterceptor, AuditTrail, EventMaker, ReadRecorder, VerificationService],
  exports: [AuditEventsService, AuditInterceptor, AuditTrail, EventMaker, ReadRecorder, VerificationService],
})
export class AuditModule {}
