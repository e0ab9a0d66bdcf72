import { type JsonObject, listIn, objectsIn, textIn } from '@gateway/kernel';
import type { AddressInput, Candidate } from '@gateway/core';
import { languages } from '@gateway/problems';
import { toContact, toPersonName } from './patient.mapper';

let codesOfCountries: ReadonlyMap<string, string> | undefined;

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode('A'.charCodeAt(0) + index));

/** Former codes have the names of the present ones (`FX` and `UK` those of `FR` and `GB`). */
const isPresent = (code: string): boolean => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;

/** Codes by the names that countries have in our languages. */
const indexCountries = (): ReadonlyMap<string, string> =>
  new Map(
    languages.flatMap((language) => {
      const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
      return letters.flatMap((first) =>
        letters.flatMap((second): [string, string][] => {
          const code = first + second;
          const name = names.of(code);
          return name === undefined || !isPresent(code) ? [] : [[name.toLowerCase(), code]];
        }),
      );
    }),
  );

/** Address.country is a code or a name (https://hl7.org/fhir/R5/datatypes-definitions.html#Address.country); a name becomes its code. */
function toCountryCode(country: string): string {
  if (/^[A-Za-z]{2}$/.test(country)) return country.toUpperCase();
  codesOfCountries ??= indexCountries();
  return codesOfCountries.get(country.trim().toLowerCase()) ?? country;
}

const isComplete = (address: JsonObject): boolean =>
  listIn(address['line']).length > 0 && textIn(address['city']) !== undefined && textIn(address['postalCode']) !== undefined;

/** Addresses of a person, a place or an organization; in R5 an organization has them in its contacts. */
const addressesOf = (owner: JsonObject): readonly JsonObject[] => [
  ...objectsIn(owner['address']),
  ...objectsIn(owner['contact']).flatMap((contact) => objectsIn(contact['address'])),
];

/** The first complete address of a resource, or the first at all; undefined where it has none. */
const addressOf = (owner: JsonObject): JsonObject | undefined => {
  const addresses = addressesOf(owner).filter(({ use }) => use !== 'old');
  return addresses.find(isComplete) ?? addresses[0];
};

/** Where a parcel for the patient goes: to the first of `owners` that has an address. */
export function toAddressCandidate(owners: readonly JsonObject[], patient: JsonObject): Candidate<AddressInput> | null {
  const owner = owners.find((each) => addressOf(each) !== undefined);
  if (owner === undefined) return null;
  const address = addressOf(owner)!;
  const [address1, ...others] = listIn(address['line']).filter((line) => typeof line === 'string');
  const country = textIn(address['country']);
  const ownName = toPersonName(owner);
  const addressee = ownName.lastName === undefined ? toPersonName(patient) : ownName;
  return {
    ...addressee,
    address1,
    address2: others.length === 0 ? null : others.join(', '),
    zip: textIn(address['postalCode']),
    city: textIn(address['city']),
    ...(country !== undefined && { countryCode: toCountryCode(country) }),
    phone: toContact(owner, 'phone') ?? toContact(patient, 'phone') ?? null,
    company: textIn(owner['name']) ?? null,
  };
}
