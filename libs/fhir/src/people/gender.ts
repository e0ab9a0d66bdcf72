import { type JsonObject, objectsIn, textIn } from '@gateway/kernel';
import type { Gender } from '@gateway/core';

export const genderSystem = 'http://hl7.org/fhir/administrative-gender';

export const genderCodes = { M: 'male', F: 'female', D: 'other', X: 'unknown' } as const satisfies Record<Gender, string>;

const genders = Object.keys(genderCodes) as readonly Gender[];

/** Tells "divers" from "unbestimmt", where FHIR has one code for both (German base profiles). */
const officialGender = {
  url: 'http://fhir.de/StructureDefinition/gender-amtlich-de',
  system: 'http://fhir.de/CodeSystem/gender-amtlich-de',
};

/** The members `gender` and `_gender` of a Patient. */
export function toGenderElements(gender: Gender): JsonObject {
  if (gender !== 'D') return { gender: genderCodes[gender] };
  const valueCoding = { system: officialGender.system, code: 'D', display: 'divers' };
  return { gender: genderCodes.D, _gender: { extension: [{ url: officialGender.url, valueCoding }] } };
}

/** The gender of a Patient; undefined where it says none. */
export function toGender(patient: JsonObject): Gender | undefined {
  const extensions = objectsIn(patient['_gender']).flatMap((element) => objectsIn(element['extension']));
  const official = objectsIn(extensions.find(({ url }) => url === officialGender.url)?.['valueCoding'])[0]?.['code'];
  if (official === 'D' || official === 'X') return official;
  const code = textIn(patient['gender']);
  return genders.find((gender) => genderCodes[gender] === code);
}
