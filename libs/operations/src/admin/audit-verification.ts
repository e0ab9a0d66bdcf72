import { type ChainFault, type ChainPlace, digestBytes, firstPosition, type Position } from '@gateway/audit';
import { badValue, isUuid, type QueryPair, type QueryReader, repeatedParameter, unknownParameter, withoutIgnored } from '@gateway/kernel';
import { z } from 'zod';

/** What of which chain is to be verified. */
export interface VerificationRequest {
  /** Slug; undefined: the chain of the operating side. */
  readonly partner: string | undefined;
  readonly expected: ChainPlace | undefined;
  readonly position: Position;
}

const placePattern = new RegExp(`^(\\d{1,18}):([0-9a-f]{${2 * digestBytes}})$`);

/** A seal as people keep it: its number and its hash. */
export const placeText = ({ sequence, hash }: ChainPlace): string => `${sequence}:${hash.toString('hex')}`;

function readPlace(pair: QueryPair, text: string): ChainPlace {
  const [, sequence, hash] = placePattern.exec(text) ?? [];
  if (sequence === undefined || hash === undefined) throw badValue(pair, 'NUMBER:HASH');
  return { sequence, hash: Buffer.from(hash, 'hex') };
}

export const positionText = (position: Position): string => ('seal' in position ? placeText(position.seal) : position.event);

const readPosition = (pair: QueryPair): Position => (isUuid(pair.value) ? { event: pair.value } : { seal: readPlace(pair, pair.value) });

const parameters = [
  { name: 'partner', description: 'Slug of the partner; absent: the chain of the operating side.', schema: { type: 'string' } },
  { name: 'expect', description: 'A head that was kept elsewhere; it has to be in the chain still.', schema: { type: 'string' } },
  { name: 'position', description: 'Where the step before has ended: its `next`.', schema: { type: 'string' } },
] as const;

export const verificationQuery: QueryReader<VerificationRequest> = {
  parameters,
  read(given) {
    const pairs = withoutIgnored(given);
    const find = (name: string): QueryPair | undefined => pairs.find((pair) => pair.name === name);
    pairs.forEach(({ name }, index) => {
      if (!parameters.some((parameter) => parameter.name === name)) throw unknownParameter(name, parameters);
      if (pairs.findIndex((pair) => pair.name === name) < index) throw repeatedParameter(name);
    });
    const [expect, position] = [find('expect'), find('position')];
    return {
      partner: find('partner')?.value,
      expected: expect && readPlace(expect, expect.value),
      position: position === undefined ? firstPosition : readPosition(position),
    };
  },
};

const faultKinds = {
  seal_missing: true,
  link_broken: true,
  seal_changed: true,
  event_missing: true,
  event_changed: true,
  event_unsealed: true,
  end_differs: true,
  expected_missing: true,
} as const satisfies Record<ChainFault['kind'], true>;

const faultAnswer = () =>
  z.strictObject({
    kind: z.enum(Object.keys(faultKinds) as [ChainFault['kind']]),
    sequence: z.string().nullable(),
    event: z.string().nullable(),
  });

export const toFault = (fault: ChainFault) => ({
  kind: fault.kind,
  sequence: 'sequence' in fault ? fault.sequence : null,
  event: 'event' in fault ? fault.event : null,
});

export const verificationAnswer = () =>
  z
    .strictObject({
      partner: z.string().nullable(),
      seals: z.int(),
      events: z.int(),
      faults: z.array(faultAnswer()),
      next: z.string().nullable(),
    })
    .meta({ id: 'AuditVerification' });

export const auditChainAnswer = () => z.strictObject({ partner: z.string().nullable(), head: z.string() }).meta({ id: 'AuditChain' });
