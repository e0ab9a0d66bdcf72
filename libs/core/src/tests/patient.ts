import { calendarDate, choice, type Clock, countryCode, email, nullable, optional, text, withDefault } from '@gateway/kernel';
import { z } from 'zod';

export const genders = ['M', 'F', 'D', 'X'] as const;
export type Gender = (typeof genders)[number];

/** How the patient is insured. */
export const healthInsuranceInput = z.object({
  countryCode: nullable(countryCode()),
  provider: nullable(text({ blank: true })),
  healthInsuranceTypeDE: nullable(choice(['GKV', 'PKV'])),
  subscriberIdentifier: nullable(text({ blank: true, example: 'A123456780' })),
});

export type HealthInsurance = z.output<typeof healthInsuranceInput>;

const today = (clock: Clock): string => clock.now().toISOString().slice(0, 10);

/** Not in the future, not before 1900. */
export const dateOfBirth = (clock: Clock) => calendarDate({ min: () => '1900-01-01', max: () => today(clock) });

export const patientInput = (clock: Clock) =>
  z.object({
    firstName: text({ example: 'Erika' }),
    lastName: text({ example: 'Mustermann' }),
    email: email(),
    gender: withDefault(choice(genders), 'X'),
    dateOfBirth: optional(dateOfBirth(clock)),
    healthInsuranceDetails: optional(healthInsuranceInput),
  });

export type PatientInput = z.output<ReturnType<typeof patientInput>>;
