import { panels } from '../fill/invented';
import { sample, type Scenario } from './scenario';

const analyte = panels[3]!.loincNums[0]!;

export const searches: readonly Scenario[] = [
  {
    name: 'search-patient',
    title: 'search DiagnosticReports of a patient, R5',
    method: 'GET',
    side: 'partner',
    key: { path: /=([^=]+)$/ },
    renderer: 'reports-r5',
    isRepeatable: true,
    requests: async (surroundings) =>
      (await sample(surroundings, 'SELECT id FROM diagnostic_tests WHERE partner_id = $1')).map((id) => ({
        path: `/fhir/r5/DiagnosticReport?patient=${id}`,
      })),
  },
  {
    name: 'search-code-date',
    title: 'search Observations of a code in a week, R5',
    method: 'GET',
    side: 'partner',
    renderer: 'observations-r5',
    isRepeatable: true,
    needsOwnPlans: true,
    requests: async ({ database, partnerId }) => {
      const { rows } = await database.query<{ day: string }>(
        `SELECT (day + week * 7)::text AS day
           FROM (SELECT min(collection_date) + (max(collection_date) - min(collection_date)) / 2 AS day FROM specimens WHERE partner_id = $1) middle,
                generate_series(0, 1) week ORDER BY 1`,
        [partnerId],
      );
      return [{ path: `/fhir/r5/Observation?code=http://loinc.org|${analyte}&date=ge${rows[0]!.day}&date=lt${rows[1]!.day}&_count=20` }];
    },
  },
];
