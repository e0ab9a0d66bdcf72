import { BodyRules, LaboratoryService, type NewResult, RejectedMessagesService } from '@gateway/core';
import { Clock, Database, Identifiers, toAppError } from '@gateway/kernel';
import { AppError, type Language } from '@gateway/problems';
import { Injectable } from '@nestjs/common';
import { resultBody } from '../bodies';
import { type AcknowledgmentCode, toAcknowledgment } from './acknowledgment.mapper';
import { type Delivery, toDelivery } from './delivery.mapper';
import { type Hl7Fault, maximumFaults } from './faults';
import { controlIdOf, headerFaults } from './header.mapper';
import { type Hl7Message, readMessage } from './message';
import { orderGroupsOf } from './order-groups';
import { toHl7Faults } from './result-faults.mapper';

export interface SentMessage {
  readonly laboratory: string;
  readonly content: Buffer;
  /** Of the media type. */
  readonly charset: string;
}

export interface Acknowledgment {
  readonly bytes: Buffer;
  /** Undefined where nobody knows it. */
  readonly charset: string | undefined;
  /** IRIs of what it has made: results, or the rejected message. */
  readonly records: readonly string[];
}

type Outcome = { readonly records: readonly string[] } | { readonly faults: readonly Hl7Fault[] };

/** Undoes what a message has done so far. */
class RefusedMessage extends Error {
  constructor(readonly faults: readonly Hl7Fault[]) {
    super('message refused');
  }
}

interface Checked {
  readonly delivery: Delivery;
  readonly result: NewResult;
}

/** Takes results as HL7 v2 messages: applies a message whole, or keeps it with what is wrong. */
@Injectable()
export class Hl7Intake {
  private readonly schema: ReturnType<typeof resultBody>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly identifiers: Identifiers,
    private readonly laboratory: LaboratoryService,
    private readonly rejected: RejectedMessagesService,
    private readonly rules: BodyRules,
  ) {
    this.schema = resultBody(rules);
  }

  /** @throws AppError for what is no HL7 message, and when the database cannot keep it: then there is no acknowledgment */
  async receive(sent: SentMessage, language: Language): Promise<Acknowledgment> {
    const message = readMessage(sent.content, sent.charset);
    if (message === undefined) throw new AppError('body_not_hl7');
    const refusals = message.refusal === undefined ? headerFaults(message.header) : [message.refusal];
    const outcome = refusals.length > 0 ? { faults: refusals } : await this.apply(sent, message);
    const faults = 'faults' in outcome ? outcome.faults.slice(0, maximumFaults) : [];
    const code = refusals.length > 0 ? 'AR' : faults.length > 0 ? 'AE' : 'AA';
    const records = 'records' in outcome ? outcome.records : [await this.keep(sent, message, code, faults)];
    const { header, charset } = message;
    const answered = { header, charset, code, faults, language, controlId: this.nextControlId(), now: this.clock.now() } as const;
    return { bytes: toAcknowledgment(answered), charset: charset.name, records };
  }

  /** All results of the message, or none. */
  private async apply(sent: SentMessage, message: Hl7Message): Promise<Outcome> {
    const { deliveries, faults } = this.read(message);
    const checked: Checked[] = [];
    const found = [...message.faults, ...faults];
    for (const delivery of deliveries) {
      const result = await this.check(delivery);
      if ('faults' in result) found.push(...result.faults);
      else checked.push({ delivery, result: result.result });
    }
    return found.length > 0 ? { faults: found } : this.deliverAll(sent, checked);
  }

  private async deliverAll({ laboratory, content }: SentMessage, results: readonly Checked[]): Promise<Outcome> {
    try {
      return await this.database.savepoint(async () => {
        const outcomes: Outcome[] = [];
        for (const result of results) outcomes.push(await this.deliver(laboratory, result));
        const faults = outcomes.flatMap((outcome) => ('faults' in outcome ? outcome.faults : []));
        if (faults.length > 0) throw new RefusedMessage(faults);
        await this.rejected.resolve(laboratory, content);
        return { records: outcomes.flatMap((outcome) => ('records' in outcome ? outcome.records : [])) };
      });
    } catch (error) {
      if (error instanceof RefusedMessage) return { faults: error.faults };
      throw error;
    }
  }

  private read({ header, segments, faults }: Hl7Message): {
    readonly deliveries: readonly Delivery[];
    readonly faults: readonly Hl7Fault[];
  } {
    // What cannot be stored is told once, not for each value that it stands in.
    if (faults.length > 0) return { deliveries: [], faults: [] };
    const grouped = orderGroupsOf(segments);
    const read = grouped.groups.map((group) => toDelivery(group, header));
    return {
      deliveries: read.flatMap(({ delivery }) => delivery ?? []),
      faults: [...grouped.faults, ...read.flatMap((each) => each.faults)],
    };
  }

  /** Holds a result to the rules of those that come as JSON. */
  private async check(delivery: Delivery): Promise<{ readonly result: NewResult } | { readonly faults: readonly Hl7Fault[] }> {
    const { specimenCode, externalId, labNotes, observations, documents, productCodes, stage, key } = delivery;
    const products = productCodes.length === 0 ? [] : await this.rules.products.resolve(productCodes);
    const diagnosticProduct = products.find((product) => product !== undefined)?.id;
    const input = { specimenCode, diagnosticProduct, externalId, labNotes, observations, documents };
    const checked = await this.schema.safeParseAsync(input);
    if (checked.success) return { result: { ...checked.data, externalId: key, stage } };
    return { faults: toHl7Faults(toAppError(checked.error, this.schema, input).violations, delivery) };
  }

  /** What the records say against it: each result is tried, so that all faults are told at once. */
  private async deliver(laboratory: string, { delivery, result }: Checked): Promise<Outcome> {
    try {
      const { row } = await this.database.savepoint(() => this.laboratory.deliver(laboratory, result));
      return { records: [`/v1/test_results/${row.id}`] };
    } catch (error) {
      if (!(error instanceof AppError) || error.violations.length === 0) throw error;
      return { faults: toHl7Faults(error.violations, delivery) };
    }
  }

  /** Before the sender is told: a message that nobody keeps must not be acknowledged. */
  private async keep(sent: SentMessage, { header }: Hl7Message, code: AcknowledgmentCode, errors: readonly Hl7Fault[]): Promise<string> {
    try {
      const id = await this.rejected.keep({ ...sent, controlId: controlIdOf(header) ?? null, code: code === 'AR' ? 'AR' : 'AE', errors });
      return `/lab/v1/rejected_messages/${id}`;
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      throw new AppError('database_unavailable', { headers: { 'Retry-After': '5' }, cause });
    }
  }

  /** MSH-10 has 20 characters: the time and the chance of an identifier. */
  private nextControlId(): string {
    const digits = this.identifiers.next().replaceAll('-', '');
    return digits.slice(0, 12) + digits.slice(-8);
  }
}
