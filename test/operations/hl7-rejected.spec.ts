import { startGateway, type TestGateway } from '../support/gateway';
import { Hl7Scene, hl7Now, readMessageFile, segmentsIn } from '../support/hl7';
import { linksOf } from '../support/links';
import { expectProblem } from '../support/problems';
import type { TestClient } from '../support/test-client';

const path = '/lab/v1/rejected_messages';
const unknown = (specimenCode: string, controlId = 'R-01'): string =>
  readMessageFile('refused-unknown-specimen').toString().replace('nobody-knows', specimenCode).replace('R-01', controlId);

describe('rejected messages', () => {
  let gateway: TestGateway;
  let scene: Hl7Scene;
  let south: TestClient;

  beforeEach(async () => {
    gateway = await startGateway();
    scene = await Hl7Scene.open(gateway);
    south = await gateway.clientWith({ partner: null, laboratory: 'south' });
  });

  afterEach(() => gateway.stop());

  const list = async (query = '', client = gateway.operator): Promise<readonly any[]> => (await client.get(`${path}${query}`)).body;

  const specimenError = (message: string) => ({ location: 'SPM[1]-2.1', code: '204', reason: 'specimen_unknown', message });

  it('are listed with what is wrong, in the language of the reader', async () => {
    const message = unknown('lost');
    await scene.send(message, { 'Accept-Language': 'de' });
    const kept = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      controlId: 'R-01',
      acknowledgmentCode: 'AE',
      errors: [specimenError('The value you selected is not a valid choice. No diagnostic test has this specimen code.')],
      size: message.length,
      attempts: 1,
      createdAt: hl7Now,
      receivedAt: hl7Now,
      resolvedAt: null,
    };
    expect(await list()).toEqual([kept]);
    const { body } = await gateway.operator.get(path, { 'Accept-Language': 'fr' });
    expect(body[0].errors).toEqual([
      specimenError("Cette valeur doit être l'un des choix proposés. Aucun test n'a ce code d'échantillon."),
    ]);
    const single = await gateway.operator.get(`${path}/${body[0].id}`);
    expect(single.body).toEqual({ ...kept, content: Buffer.from(message).toString('base64') });
  });

  it('hold the bytes as they came, whatever they are', async () => {
    for (const name of ['broken-utf-8', 'umlaut-in-ascii', 'charset', 'admission']) await scene.send(readMessageFile(`refused-${name}`));
    const kept = await list();
    expect(kept.map(({ controlId, acknowledgmentCode }) => [controlId, acknowledgmentCode])).toEqual(
      ['R-06', 'R-07', 'R-05', 'R-03'].map((id) => [id, 'AR']),
    );
    const answer = await gateway.operator.get(`${path}/${kept[0].id}`, { Accept: 'application/hl7-v2' });
    expect([answer.headers['content-type'], answer.headers['cache-control']]).toEqual(['application/hl7-v2', 'private, no-store']);
    expect(answer.bytes).toEqual(readMessageFile('refused-broken-utf-8'));
  });

  it('are kept once, however often they come', async () => {
    await scene.send(unknown('lost'));
    gateway.clock.set('2026-03-01T11:00:00.000Z');
    await scene.send(unknown('lost'));
    await scene.send(unknown('lost', 'R-01b'));
    expect((await list()).map(({ controlId, attempts, createdAt, receivedAt }) => [controlId, attempts, createdAt, receivedAt])).toEqual([
      ['R-01', 2, hl7Now, '2026-03-01T11:00:00.000Z'],
      ['R-01b', 1, '2026-03-01T11:00:00.000Z', '2026-03-01T11:00:00.000Z'],
    ]);
  });

  it('can be tried again when the specimen is known', async () => {
    await scene.send(unknown('late'));
    const [{ id }] = await list();
    const retry = () => gateway.operator.post(`${path}/${id}/retry`, undefined, { Accept: 'text/plain' });
    expect(segmentsIn(await retry())[1]).toMatch(/^MSA\|AE\|R-01\|/);
    const testId = await scene.testWith('late');
    const answer = await retry();
    expect([answer.headers['content-type'], segmentsIn(answer)[1]]).toEqual(['text/plain; charset=utf-8', 'MSA|AA|R-01']);
    await retry();
    expect(await scene.resultsOf(testId)).toHaveLength(1);
    expect((await list()).map(({ attempts, resolvedAt }) => [attempts, resolvedAt])).toEqual([[2, hl7Now]]);
    expect([await list('?exists[resolvedAt]=false'), (await list('?exists[resolvedAt]=true')).length]).toEqual([[], 1]);
  });

  it('are resolved when the laboratory sends them again itself', async () => {
    await scene.send(unknown('later'));
    await scene.testWith('later');
    await scene.send(unknown('later'));
    expect((await list()).map(({ resolvedAt }) => resolvedAt)).toEqual([hl7Now]);
  });

  it('are tried again in the character set of their media type', async () => {
    const text = unknown('münchen').replace('||||||UNICODE UTF-8', '');
    await scene.send(Buffer.from(text, 'latin1'), { 'Content-Type': 'text/plain; charset=iso-8859-1' });
    const testId = await scene.testWith('münchen');
    const [{ id }] = await list();
    await gateway.operator.post(`${path}/${id}/retry`);
    expect(await scene.resultsOf(testId)).toHaveLength(1);
  });

  it('belong to the laboratory that sent them', async () => {
    await scene.send(unknown('mine'));
    const [{ id }] = await list();
    expect(await list('', south)).toEqual([]);
    for (const asked of [south.get(`${path}/${id}`), south.post(`${path}/${id}/retry`), gateway.operator.get(`${path}/x`)]) {
      expectProblem(await asked, 404, 'Not Found');
    }
    await south.post('/lab/v1/hl7v2', unknown('mine'), { 'Content-Type': 'application/hl7-v2' });
    expect([(await list()).length, (await list('', south)).length]).toEqual([1, 1]);
  });

  it('are found by time and by control id, page by page', async () => {
    for (const [index, id] of ['A', 'B', 'C'].entries()) {
      gateway.clock.set(`2026-03-0${index + 1}T00:00:00.000Z`);
      await scene.send(unknown('x', id));
    }
    const idsOf = async (query: string) => (await list(query)).map(({ controlId }) => controlId);
    expect(await idsOf('?controlId[]=A&controlId[]=C')).toEqual(['A', 'C']);
    expect(await idsOf('?createdAt[gte]=2026-03-02&sort[createdAt]=desc')).toEqual(['C', 'B']);
    expect(await idsOf('?page=2&itemsPerPage=2')).toEqual(['C']);
    const first = await gateway.operator.get(`${path}?cursor=&itemsPerPage=2`, { Prefer: 'count=exact' });
    expect([first.headers['x-total-count'], first.body.length]).toEqual(['3', 2]);
    expect((await gateway.operator.get(linksOf(first)['next']!)).body.map(({ controlId }: any) => controlId)).toEqual(['C']);
    expectProblem(await gateway.operator.get(`${path}?laboratory=south`), 400);
  });

  it('that cannot be kept are not acknowledged', async () => {
    await gateway.dataSource.query('ALTER TABLE rejected_messages ADD CHECK (attempts > 1)');
    const answer = await scene.send(unknown('lost'));
    expectProblem(answer, 503);
    expect(answer.headers['retry-after']).toBe('5');
  });

  it('do not show in the log', async () => {
    const log: string[] = [];
    const logging = await startGateway({ log });
    await logging.operator.post('/lab/v1/hl7v2', unknown('secret-code'), { 'Content-Type': 'application/hl7-v2' });
    await logging.stop();
    expect(log.join('\n')).toContain('/lab/v1/hl7v2');
    expect(log.join('\n')).not.toMatch(/secret-code|Mustermann|P-4711/);
  });
});
