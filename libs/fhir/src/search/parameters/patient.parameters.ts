import type { Gender } from '@gateway/core';
import { genderCodes, genderSystem } from '../../people/gender';
import { always, holds } from '../conditions';
import { periodParameter } from '../kinds/date-parameter';
import { nameComparisons, stringParameter } from '../kinds/string-parameter';
import { mappedCodes, storedCode, tokenParameter } from '../kinds/token-parameter';
import type { SearchParameter } from '../search-parameter';
import { birthKey, lacks } from '../wall-keys';
import { commonParameters } from './common.parameters';
import { hasSubjectIdentifier, subjectIdentifier } from './result-context';

const [first, last] = ['t.patient_first_name', 't.patient_last_name'];

/** A name of nothing but white space is not shown. */
const isShown = (column: string): string => `${column} ~ '\\S'`;
/** As its index holds it. */
const isHidden = (column: string): string => `coalesce(${column}, '') !~ '\\S'`;

const name = (parameter: string, ...columns: readonly string[]): SearchParameter =>
  stringParameter({
    name: parameter,
    presence: holds(columns.map(isShown).join(' OR ')),
    absence: holds(columns.map(isHidden).join(' AND ')),
    texts: columns,
    compared: nameComparisons,
  });

/** Addresses of e-mail are the same in capital letters. */
const email = (parameter: string): SearchParameter =>
  tokenParameter({
    name: parameter,
    presence: always,
    match: storedCode(
      () => 'email',
      (address) => (bind) => {
        const sought = `lower(${bind(address)})`;
        return `(left(lower(t.patient_email), 120) = left(${sought}, 120) AND lower(t.patient_email) = ${sought})`;
      },
      always,
    ),
  });

const day = (date: string, zone: string): string =>
  `CASE WHEN ${date} IS NOT NULL THEN tstzrange(first_moment(${date}::timestamp, ${zone}), first_moment((${date} + 1)::timestamp, ${zone})) END`;

/** Patients as recorded on tests `t`. Served by an index: all of them. */
export const patientParameters: readonly SearchParameter[] = [
  ...commonParameters('Patient', 't', 't.patient_updated_at'),
  periodParameter(
    { name: 'birthdate', presence: holds(birthKey.isThere), absence: holds(lacks(birthKey)) },
    (zone) => day('t.patient_date_of_birth', zone()),
    birthKey,
  ),
  email('email'),
  name('family', last),
  tokenParameter({ name: 'gender', presence: always, match: mappedCodes<Gender>('t.patient_gender', genderSystem, genderCodes) }),
  name('given', first),
  tokenParameter({ name: 'identifier', presence: hasSubjectIdentifier, match: subjectIdentifier('t.id') }),
  name('name', first, last),
  email('telecom'),
];
