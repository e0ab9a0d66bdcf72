import { deliverResult, placeOrder, putProduct } from '../support/factories';
import { gatewayForTests } from '../support/gateway';
import { expectViolations, violation } from '../support/problems';
import { documentBody } from '../support/records';

describe('the name of a document', () => {
  let testId: string;
  let resultId: string;
  const gateway = gatewayForTests(async ({ operator, acme }) => {
    await putProduct(operator);
    testId = (await placeOrder(acme)).testIds[0]!;
    resultId = (await deliverResult(operator, testId)).id;
  });

  const deliver = (originalFileName: string) =>
    gateway.operator.post('/lab/v1/test_results', {
      diagnosticTest: testId,
      observations: [],
      documents: [documentBody('x', { originalFileName })],
    });

  const upload = (name: string) => {
    const form = new FormData();
    form.append('file', new Blob(['x'], { type: 'application/pdf' }), name);
    return gateway.operator.post(`/lab/v1/test_results/${resultId}/documents`, form);
  };

  const directionMarks = [
    ...['\u061c', '\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e'],
    ...['\u2066', '\u2067', '\u2068', '\u2069'],
  ];

  it.each(directionMarks.map((mark) => [encodeURIComponent(mark), mark]))(
    'must not turn its direction with %s, as told of other characters',
    async (_, mark) => {
      const [delivered, uploaded] = [await deliver('a\u0001b'), await upload('x'.repeat(256))];
      for (const name of [`report${mark}fdp.exe`, `${mark}report.pdf`, `report.pdf${mark}`, mark]) {
        const [inDelivery, inForm] = [await deliver(name), await upload(name)];
        expectViolations(inDelivery, violation('documents[0].originalFileName', 'Regex'));
        expectViolations(inForm, violation('file', 'Regex'));
        expect([inDelivery.body.violations, inForm.body.violations]).toEqual([delivered.body.violations, uploaded.body.violations]);
      }
    },
  );

  it.each([
    ['in a script that runs from right to left', 'تقرير מעבדה.pdf'],
    ['with characters that join', '👩\u200d⚕️.pdf'],
    ['with the neighbours of the marks', 'a\u061b\u061d\u200b\u2010\u2029\u202f\u2065\u206a.pdf'],
  ])('may be one %s', async (_, name) => {
    const [delivered, uploaded] = [await deliver(name), await upload(name)];
    expect([delivered.status, delivered.body.documents[0].originalFileName]).toEqual([201, name]);
    expect([uploaded.status, uploaded.body.originalFileName]).toEqual([201, name]);
  });
});
