import type { AddressInput, PatientInput } from '@gateway/core';

/** A patient who does not exist; parcels go to the patient's own address. */
export interface DemoPerson {
  readonly patient: PatientInput & { readonly dateOfBirth: string };
  readonly address: AddressInput;
}

type Home = Pick<AddressInput, 'address1' | 'zip' | 'city' | 'countryCode'>;

const insuranceIn = (countryCode: string): PatientInput['healthInsuranceDetails'] =>
  countryCode === 'DE'
    ? { countryCode, provider: 'Musterkasse', healthInsuranceTypeDE: 'GKV', subscriberIdentifier: 'A123456780' }
    : undefined;

function person(firstName: string, lastName: string, gender: PatientInput['gender'], dateOfBirth: string, home: Home): DemoPerson {
  const mailbox = `${firstName}.${lastName}`.normalize('NFD').replace(/[^A-Za-z.]/g, '');
  return {
    patient: {
      firstName,
      lastName,
      gender,
      dateOfBirth,
      email: `${mailbox.toLowerCase()}@example.org`,
      healthInsuranceDetails: insuranceIn(home.countryCode),
    },
    address: { ...home, id: undefined, firstName, lastName, address2: null, phone: null, company: null, name: null },
  };
}

export const people = {
  erika: person('Erika', 'Mustermann', 'F', '1984-02-29', { address1: 'Musterstraße 12', zip: '10115', city: 'Berlin', countryCode: 'DE' }),
  max: person('Max', 'Mustermann', 'M', '1979-11-30', { address1: 'Beispielweg 3', zip: '20095', city: 'Hamburg', countryCode: 'DE' }),
  marie: person('Marie', 'Dupont', 'F', '1992-07-14', { address1: '5 rue de l’Exemple', zip: '75011', city: 'Paris', countryCode: 'FR' }),
  jan: person('Jan', 'Novák', 'M', '1968-01-05', { address1: 'Vzorová 18', zip: '110 00', city: 'Praha', countryCode: 'CZ' }),
  alex: person('Alex', 'Gruber', 'D', '2001-09-09', { address1: 'Mustergasse 7', zip: '1010', city: 'Wien', countryCode: 'AT' }),
  zofia: person('Zofia', 'Kowalska', 'F', '1955-03-21', {
    address1: 'ul. Przykładowa 4',
    zip: '00-950',
    city: 'Warszawa',
    countryCode: 'PL',
  }),
} as const satisfies Record<string, DemoPerson>;
