import { calendarDate, choice, type Clock, nullable, optional, text, timeOfDay, uuid } from '@gateway/kernel';
import { z } from 'zod';
import { dateOfBirth, genders, healthInsuranceInput } from '../tests/patient';

export const menstrualPhases = ['follikel', 'ovulation', 'luteal', 'menopause'] as const;
export type MenstrualPhase = (typeof menstrualPhases)[number];

export const specimenCode = () => text({ max: 255, example: 'SP-2026-000123' });

const dayInMilliseconds = 86_400_000;

const tomorrow = (clock: Clock): string => new Date(clock.now().getTime() + dayInMilliseconds).toISOString().slice(0, 10);

/** What the patient tells when activating a kit: the specimen, and who it is from. */
export const activationInput = (clock: Clock) =>
  z.object({
    id: optional(uuid()),
    specimenCode: specimenCode(),
    collectionDate: calendarDate({ max: () => tomorrow(clock), example: '2026-01-31' }),
    collectionTime: timeOfDay(),
    menstrualPhaseAtCollection: nullable(choice(menstrualPhases)),
    gender: choice(genders),
    dateOfBirth: dateOfBirth(clock),
    healthInsuranceDetails: optional(healthInsuranceInput),
  });

export type ActivationInput = z.output<ReturnType<typeof activationInput>>;
