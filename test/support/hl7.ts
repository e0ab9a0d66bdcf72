import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeOrder, putProduct } from './factories';
import { gatewayForTests, type TestGateway } from './gateway';
import type { Headers, TestAnswer } from './test-client';

/** The time at which the tests of HL7 messages take place. */
export const hl7Now = '2026-03-01T10:00:00.250Z';

/** A message of the corpus: real shapes, invented people, each in its own encoding. */
export const readMessageFile = (name: string): Buffer => readFileSync(join(__dirname, '../fixtures/hl7v2', `${name}.hl7`));

/** The segments of an acknowledgment, with the time and the id that the service gave it as `TIME` and `ID`. */
export function segmentsIn({ bytes }: Pick<TestAnswer, 'bytes'>, encoding: BufferEncoding = 'utf8'): readonly string[] {
  const text = bytes.toString(encoding);
  expect(text.endsWith('\r')).toBe(true);
  const [header, ...others] = text.slice(0, -1).split('\r');
  return [header!.replace('20260301100000.250+0000', 'TIME').replace(/(?<=.)[0-9a-f]{20}(?=.)/, 'ID'), ...others];
}

/** What laboratories send and partners read of it, at one moment, with the product `lipid-panel`. */
export class Hl7Scene {
  private constructor(readonly gateway: TestGateway) {}

  static async open(gateway: TestGateway): Promise<Hl7Scene> {
    gateway.clock.set(hl7Now);
    await putProduct(gateway.operator);
    return new Hl7Scene(gateway);
  }

  /** With a gateway for the tests of a describe. */
  static forTests(): Hl7Scene {
    return new Hl7Scene(gatewayForTests((gateway) => Hl7Scene.open(gateway)));
  }

  /** A test whose specimen has this code. */
  async testWith(specimenCode: string, product = 'lipid-panel'): Promise<string> {
    const [testId] = (await placeOrder(this.gateway.acme, { productIds: [product] })).testIds;
    await this.gateway.acme.post(`/v1/diagnostic_tests/${testId!}/specimens`, { specimenCode });
    return testId!;
  }

  send(message: string | Buffer, headers: Headers = {}): Promise<TestAnswer> {
    const body = typeof message === 'string' ? Buffer.from(message) : message;
    return this.gateway.operator.post('/lab/v1/hl7v2', body, { 'Content-Type': 'application/hl7-v2', ...headers });
  }

  /** The results of a test as partners read them, oldest first, without what the service makes up. */
  async resultsOf(testId: string): Promise<readonly any[]> {
    const { body } = await this.gateway.acme.get(`/v1/test_results?diagnosticTest[]=${testId}`);
    return body.map(({ createdAt, diagnosticTest, observations, documents, labNotes }: any) => {
      expect([createdAt, diagnosticTest]).toEqual([hl7Now, `/v1/diagnostic_tests/${testId}`]);
      return {
        labNotes,
        observations: observations.map(({ id: _observation, testResult: _result, createdAt: _at, ...said }: any) => said),
        documents: documents.map(({ originalFileName, mimeType, size }: any) => ({ originalFileName, mimeType, size })),
      };
    });
  }
}
