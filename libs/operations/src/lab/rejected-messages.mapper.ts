import type { RejectedMessageRow } from '@gateway/core';
import type { Language } from '@gateway/problems';
import { z } from 'zod';
import { faultMessage, type Hl7Fault, payloadOf, reasonNameOf, spellPlace } from './hl7v2/faults';

interface RejectionError {
  /** As `OBX[2]-5.1`. */
  readonly location: string;
  /** HL7 table 0357. */
  readonly code: string;
  readonly reason: string;
  readonly message: string;
  /** Machine-readable, where there is something to tell. */
  readonly payload?: ReturnType<typeof payloadOf>;
}

/** A message that could not be applied. */
export interface RejectedMessage {
  readonly id: string;
  readonly controlId: string | null;
  readonly acknowledgmentCode: 'AE' | 'AR';
  readonly errors: readonly RejectionError[];
  readonly size: number;
  readonly attempts: number;
  readonly createdAt: string;
  readonly receivedAt: string;
  readonly resolvedAt: string | null;
}

const moment = () => z.iso.datetime({ precision: 3 });

const members = () => ({
  id: z.uuid(),
  controlId: z.string().nullable().meta({ description: 'MSH-10' }),
  acknowledgmentCode: z.enum(['AE', 'AR']),
  errors: z.array(
    z.strictObject({
      location: z.string().meta({ examples: ['OBX[2]-5.1'] }),
      code: z.string().meta({ description: 'HL7 table 0357' }),
      reason: z.string(),
      message: z.string(),
      payload: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
  size: z.int().meta({ description: 'Bytes.' }),
  attempts: z.int().meta({ description: 'How often it came.' }),
  createdAt: moment(),
  receivedAt: moment().meta({ description: 'When it came last.' }),
  resolvedAt: moment().nullable().meta({ description: 'When it was applied after all.' }),
});

export const rejectedMessageAnswer = () => z.strictObject(members()).meta({ id: 'RejectedMessage' });

export const rejectedMessageContentAnswer = () =>
  z.strictObject({ ...members(), content: z.string().meta({ contentEncoding: 'base64' }) }).meta({ id: 'RejectedMessageWithContent' });

export const rejectedMessageExample = {
  id: '0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3b',
  controlId: 'MSG00001',
  acknowledgmentCode: 'AE',
  errors: [
    {
      location: 'SPM[1]-2.1',
      code: '204',
      reason: 'specimen_unknown',
      message: 'The value you selected is not a valid choice. No diagnostic test has this specimen code.',
    },
  ],
  size: 512,
  attempts: 1,
  createdAt: '2026-02-05T10:12:31.000Z',
  receivedAt: '2026-02-05T10:12:31.000Z',
  resolvedAt: null,
} as const;

/** The errors are kept without a language. */
export const toRejectedMessage = (row: RejectedMessageRow, language: Language): RejectedMessage => ({
  id: row.id,
  controlId: row.controlId,
  acknowledgmentCode: row.code,
  errors: (row.errors as readonly Hl7Fault[]).map((fault): RejectionError => ({
    location: spellPlace(fault.place),
    code: fault.code,
    reason: reasonNameOf(fault),
    message: faultMessage(fault, language),
    ...(Object.keys(payloadOf(fault)).length > 0 && { payload: payloadOf(fault) }),
  })),
  size: row.size,
  attempts: row.attempts,
  createdAt: row.createdAt,
  receivedAt: row.receivedAt,
  resolvedAt: row.resolvedAt,
});
