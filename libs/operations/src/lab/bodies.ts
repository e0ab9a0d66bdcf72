import { type BodyRules, maximumDocumentSize, type NewResult, referenceRangeInput, specimenCode, type TestReference } from '@gateway/core';
import { dateTime, field, isUuid, list, nullable, optional, ruleOver, text } from '@gateway/kernel';
import { z } from 'zod';
import { mediaTypePattern, safeFileName } from './file-names';

export const intakeBody = () => z.object({ specimenCode: specimenCode(), receivedAt: optional(dateTime()) });

/** Searches only for what may not be there: matching the whole of a large document would exhaust the stack. */
const isBase64 = (text: string): boolean => text.length % 4 === 0 && !/[^A-Za-z0-9+/=]|=[^=]|={3}/.test(text);

/** Bytes in base64 with padding (RFC 4648 section 4). */
const fileContent = () =>
  field({ type: 'string', contentEncoding: 'base64' }, (value, report): Buffer => {
    if (typeof value !== 'string') {
      report.wrongType('string');
      return Buffer.alloc(0);
    }
    if (!isBase64(value)) report.violation({ constraint: 'Regex', hint: 'base64' });
    const bytes = Buffer.from(value, 'base64');
    if (bytes.length > maximumDocumentSize) {
      report.violation({ constraint: 'TooLong', payload: { max: maximumDocumentSize }, hint: 'file_too_large' });
    }
    return bytes;
  });

const documentInput = z.object({
  originalFileName: safeFileName(),
  mimeType: text({ max: 127, pattern: mediaTypePattern, example: 'application/pdf' }),
  content: fileContent(),
});

/** The most that one delivery holds. */
const maxima = { observations: 5000, documents: 20, labNotes: 100 } as const;

const labNotes = () => nullable(list(text({ blank: true }), { max: maxima.labNotes }));

const observationInput = z.object({
  loincNum: text({ max: 64, pattern: /^\S+$/, example: '13457-7' }),
  value: nullable(text({ blank: true, example: '2.6' })),
  unit: nullable(text({ blank: true, example: 'mmol/L' })),
  referenceRange: nullable(referenceRangeInput),
  interpretation: nullable(text({ blank: true, example: 'N' })),
  labNotes: labNotes(),
});

const testIri = '/v1/diagnostic_tests/';

/** A test by uuid or IRI; a text that can be neither names no test. */
const testIdentifier = () =>
  field({ type: 'string', examples: [`${testIri}0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3b`] }, (value, report): string => {
    if (typeof value !== 'string') {
      report.wrongType('string');
      return '';
    }
    const id = value.startsWith(testIri) ? value.slice(testIri.length) : value;
    if (!isUuid(id)) report.violation({ constraint: 'Choice', hint: 'test_unknown' });
    return id;
  });

/** A product by uuid, canonical id or IRI; becomes its uuid. Results may come for products that can no longer be ordered. */
const knownProduct = ({ products }: BodyRules) =>
  text({ example: 'lipid-panel' }).transform(async (reference, context): Promise<string> => {
    const [product] = await products.resolve([reference]);
    if (product === undefined) context.addIssue({ code: 'custom', params: { fault: { constraint: 'Choice', hint: 'product_unknown' } } });
    return product?.id ?? '';
  });

interface TestMembers {
  readonly diagnosticTest?: string | undefined;
  readonly specimenCode?: string | undefined;
}

const resultInput = (rules: BodyRules) =>
  z
    .object({
      diagnosticTest: optional(testIdentifier()),
      specimenCode: optional(specimenCode()),
      diagnosticProduct: optional(knownProduct(rules)),
      externalId: nullable(text({ max: 255, example: 'LAB-4711' })),
      labNotes: labNotes(),
      observations: list(observationInput, { max: maxima.observations }),
      documents: optional(list(documentInput, { max: maxima.documents })),
    })
    .superRefine(
      ...ruleOver<TestMembers>(['diagnosticTest', 'specimenCode'], ({ diagnosticTest, specimenCode: code }, report) => {
        const isNamed = diagnosticTest !== undefined || code !== undefined;
        if (!isNamed) report.violation({ constraint: 'NotBlank', hint: 'test_or_specimen', path: ['diagnosticTest'] });
      }),
    );

const toTestReference = (input: z.output<ReturnType<typeof resultInput>>): TestReference =>
  input.diagnosticTest === undefined
    ? { specimenCode: input.specimenCode ?? '', productId: input.diagnosticProduct }
    : { testId: input.diagnosticTest, specimenCode: input.specimenCode, productId: input.diagnosticProduct };

/** A result as the laboratory delivers it; a missing value is an empty text. */
export const resultBody = (rules: BodyRules) =>
  resultInput(rules).transform((input): NewResult => ({
    test: toTestReference(input),
    externalId: input.externalId,
    labNotes: input.labNotes,
    observations: input.observations.map((observation) => ({ ...observation, value: observation.value ?? '' })),
    documents: input.documents ?? [],
  }));
