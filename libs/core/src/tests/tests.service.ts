import { Clock, Database, Identifiers, type Page } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import { Injectable } from '@nestjs/common';
import { type ListRequest, runList } from '../listing';
import { RequestJournal } from '../service-requests/request-journal';
import { ShipmentsService } from '../shipments/shipments.service';
import type { TrackingInput } from '../shipments/tracking';
import type { ActivationInput } from '../specimens/specimen';
import { Specimen } from '../specimens/specimen.entity';
import { DiagnosticTest } from './diagnostic-test.entity';
import { selectTests, testList, type TestRow } from './tests.queries';

type Collection = Pick<Specimen, 'collectionDate' | 'collectionTime' | 'menstrualPhase'>;

@Injectable()
export class TestsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly identifiers: Identifiers,
    private readonly shipments: ShipmentsService,
    private readonly journal: RequestJournal,
  ) {}

  async get(partnerId: string, id: string): Promise<TestRow> {
    const source = '(SELECT * FROM diagnostic_tests WHERE partner_id = $1 AND id = $2)';
    const [row] = await this.database.query<TestRow>(selectTests(source), [partnerId, id]);
    if (row === undefined) throw AppError.recordNotFound();
    return row;
  }

  list(partnerId: string, request: ListRequest<TestRow>): Promise<Page<TestRow>> {
    return runList(this.database, testList, request, selectTests, partnerId);
  }

  /** Creates or updates the tracking of the inbound shipment. */
  recordTracking(partnerId: string, id: string, tracking: TrackingInput): Promise<TestRow> {
    return this.change(partnerId, id, () => this.shipments.record(partnerId, { testId: id }, tracking));
  }

  /** Notes the specimen without activating the test. */
  recordSpecimen(partnerId: string, id: string, specimenCode: string): Promise<TestRow> {
    return this.change(partnerId, id, async () => {
      await this.upsertSpecimen(partnerId, id, specimenCode);
      await this.journal.follow(partnerId, id);
    });
  }

  /** The first activation sets activatedAt; each one updates the specimen and the patient's data. */
  activate(partnerId: string, id: string, activation: ActivationInput): Promise<TestRow> {
    return this.change(partnerId, id, async (test) => {
      await this.upsertSpecimen(partnerId, id, activation.specimenCode, {
        collectionDate: activation.collectionDate,
        collectionTime: activation.collectionTime,
        menstrualPhase: activation.menstrualPhaseAtCollection,
      });
      const { healthInsuranceDetails } = activation;
      await this.database.manager.update(
        DiagnosticTest,
        { partnerId, id },
        {
          activatedAt: test.activatedAt ?? this.clock.now(),
          patientUpdatedAt: this.clock.now(),
          patientGender: activation.gender,
          patientDateOfBirth: activation.dateOfBirth,
          ...(healthInsuranceDetails !== undefined && { patientHealthInsurance: healthInsuranceDetails }),
        },
      );
      await this.journal.follow(partnerId, id);
    });
  }

  /** Locks the test, so that parallel changes follow each other, and answers with it as it is then. */
  private change(partnerId: string, id: string, work: (test: DiagnosticTest) => Promise<void>): Promise<TestRow> {
    return this.database.transaction(async () => {
      const test = await this.database.manager.findOne(DiagnosticTest, { where: { partnerId, id }, lock: { mode: 'pessimistic_write' } });
      if (test === null) throw AppError.recordNotFound();
      await work(test);
      return this.get(partnerId, id);
    });
  }

  private async upsertSpecimen(partnerId: string, testId: string, specimenCode: string, collection?: Collection): Promise<void> {
    const { manager } = this.database;
    const known = await manager.findOneBy(Specimen, { partnerId, testId, specimenCode });
    if (known === null) {
      const nothing: Collection = { collectionDate: null, collectionTime: null, menstrualPhase: null };
      const id = this.identifiers.next();
      const createdAt = this.clock.now();
      await manager.insert(Specimen, { partnerId, id, testId, specimenCode, createdAt, updatedAt: createdAt, ...(collection ?? nothing) });
    } else if (collection !== undefined) {
      await manager.update(Specimen, { partnerId, id: known.id }, { ...collection, updatedAt: this.clock.now() });
    }
  }
}
