import type { Translations } from '../products/product';
import type { NativeServiceRequest } from './native-service-request';

/** What the request of a test tells, as `selectOrderedTests` finds it. */
export interface OrderedTest {
  readonly id: string;
  readonly orderId: string;
  /** ISO 8601 */
  readonly createdAt: string;
  readonly patientName: string;
  readonly product: { readonly canonicalId: string; readonly name: Translations; readonly loincNums: readonly string[] };
  readonly specimens: readonly { readonly id: string; readonly specimenCode: string }[];
}

/** Facts of the tests of `source`, a table expression with the columns of `diagnostic_tests`. */
export const selectOrderedTests = (source: string): string =>
  `SELECT t.id, t.order_id AS "orderId", iso_utc(t.created_at) AS "createdAt",
          concat_ws(' ', t.patient_first_name, t.patient_last_name) AS "patientName",
          json_build_object('canonicalId', p.canonical_id, 'name', p.name, 'loincNums', p.loinc_nums) AS product,
          (SELECT coalesce(json_agg(json_build_object('id', s.id, 'specimenCode', s.specimen_code) ORDER BY s.created_at, s.id), '[]'::json)
             FROM specimens s WHERE s.partner_id = t.partner_id AND s.test_id = t.id) AS specimens
     FROM ${source} t JOIN diagnostic_products p ON p.id = t.product_id`;

const laboratoryCategory = {
  coding: [
    { system: 'http://snomed.info/sct', code: '108252007', display: 'Laboratory procedure' },
    { system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'laboratory', display: 'Laboratory' },
  ],
};

const placerIdentifier = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'PLAC', display: 'Placer Identifier' }],
};

/** The code system of our products. */
export const productSystem = (baseUrl: string): string => `${baseUrl}/products`;

/** The request that a test stands for which was not ordered by one. */
export function requestOfTest(test: OrderedTest, baseUrl: string): NativeServiceRequest {
  const { canonicalId, name, loincNums } = test.product;
  const product = { system: productSystem(baseUrl), code: canonicalId, display: name.en };
  const analyte = loincNums.length === 1 ? [{ system: 'http://loinc.org', code: loincNums[0]! }] : [];
  return {
    identifier: [{ type: placerIdentifier, system: `${baseUrl}/v1/diagnostic_tests`, value: test.id }],
    requisition: { system: `${baseUrl}/v1/diagnostic_orders`, value: test.orderId },
    intent: 'order',
    category: [laboratoryCategory],
    code: { concept: { coding: [product, ...analyte], text: name.en } },
    subject: { reference: `Patient/${test.id}`, type: 'Patient', ...(test.patientName !== '' && { display: test.patientName }) },
    authoredOn: test.createdAt,
    ...(test.specimens.length > 0 && {
      specimen: test.specimens.map((specimen) => ({
        reference: `Specimen/${specimen.id}`,
        type: 'Specimen',
        display: specimen.specimenCode,
      })),
    }),
    validIn: ['r4b', 'r5'],
  };
}
