import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { deliverResult, placeOrder } from '../support/factories';
import { requestBody } from '../support/fhir-requests';
import { gatewayForTests } from '../support/gateway';
import { readMessageFile } from '../support/hl7';
import { documentBody, makeRecords, type Records } from '../support/records';
import type { TestAnswer } from '../support/test-client';

const boundMilliseconds = 1000;

const repeated = (unit: string, length: number): string => unit.repeat(Math.floor(length / unit.length));

describe('a request', () => {
  let records: Records;
  const gateway = gatewayForTests(async (started) => {
    records = await makeRecords(started);
  });

  /** Work of this process, client and service, and not of others that share the machine; the best of three. */
  async function millisecondsOf(ask: () => Promise<TestAnswer>): Promise<number> {
    const times: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const begin = process.cpuUsage();
      const { status } = await ask();
      const { user, system } = process.cpuUsage(begin);
      expect(status).toBeLessThan(500);
      times.push((user + system) / 1000);
    }
    return Math.min(...times);
  }

  const draft = (members: object) => gateway.acme.post('/fhir/r5/ServiceRequest', requestBody('r5', { status: 'draft', ...members }));

  const narrative = (inside: string) =>
    draft({ text: { status: 'additional', div: `<div xmlns="http://www.w3.org/1999/xhtml">${inside}</div>` } });

  const message = (value: string) => {
    const text = readMessageFile('lipids')
      .toString('latin1')
      .replace(/^(OBX\|\d+\|NM\|[^|]*\|[^|]*\|)[^|]*/m, (_, head: string) => head + value);
    expect(text).toContain(value.slice(0, 100));
    return gateway.operator.post('/lab/v1/hl7v2', Buffer.from(text, 'latin1'), { 'Content-Type': 'application/hl7-v2' });
  };

  const delivery = (value: string) => {
    const observations = Array.from({ length: 400 }, () => ({ loincNum: '1-8', value }));
    return gateway.operator.post('/lab/v1/test_results', { diagnosticTest: records.diagnostic_tests, observations });
  };

  const large = 900_000;

  it.each<[string, () => Promise<TestAnswer>]>([
    ['references of many parts', () => draft({ encounter: { reference: `http://_${repeated('/At/h#:', large)}\n` } })],
    ['a reference of many addresses', () => draft({ encounter: { reference: `http://${repeated('/Aa', large)}\n` } })],
    ['a code of many words', () => draft({ priority: repeated('a ', large) })],
    ['a moment of many digits', () => draft({ authoredOn: `2026-01-01T00:00:00.${repeated('1', large)}` })],
    ['a comment that does not end', () => narrative(`<!--${repeated('-x', large)}`)],
    ['comments that do not end', () => narrative(repeated('<!--', large))],
    ['a tag of many attributes', () => narrative(`<a${repeated(' a=""', large)}`)],
    ['a tag of blanks', () => narrative(`<a${repeated(' ', large)}`)],
    ['references to characters', () => narrative(repeated('&#1', large))],
    ['a number of many digits in HL7 v2', () => message(`${repeated('1', 4 * large)}x`)],
    ['a number of many zeros in HL7 v2', () => message(`${repeated('0', 4 * large)}x`)],
    ['values of many blanks', () => delivery(`${repeated('\t', 1990)}x`)],
    [
      'Accept of many types',
      () => gateway.acme.get('/fhir/r5/ServiceRequest', { Accept: `application/fhir+json,${repeated('fhir+json;', 200_000)}` }),
    ],
    [
      'Accept of many versions',
      () => gateway.acme.get('/fhir/r5/metadata', { Accept: `application/fhir+json,${repeated('fhir+json; fhirVersion ', 200_000)}` }),
    ],
    [
      'Accept-Language of many languages',
      () => gateway.acme.get('/v1/diagnostic_orders', { 'Accept-Language': repeated('x-y;q=0.1,', 200_000) }),
    ],
    [
      'Prefer of many preferences',
      () => gateway.acme.get('/v1/diagnostic_orders', { Prefer: `x,${repeated(' ', 100_000)}${repeated(',count', 100_000)}` }),
    ],
    [
      'an e-mail address of many domains',
      () =>
        gateway.acme.post('/v1/diagnostic_orders', {
          productIds: ['lipid-panel'],
          patient: { firstName: 'a', lastName: 'b', email: `a@${repeated('a.', large)}-` },
        }),
    ],
  ])('with %s is answered within a second', async (_, ask) => {
    expect(await millisecondsOf(ask)).toBeLessThan(boundMilliseconds);
  });

  it.each<[string, string, string]>([
    ['/v1', '/v1/diagnostic_orders', 'order[]=x&'],
    ['/sck/v1', '/sck/v1/orders', 'a=&'],
    ['FHIR', '/fhir/r5/Observation', 'code=x&'],
  ])('with 100,000 parameters is answered: %s', async (_, path, pair) => {
    const fitting = await gateway.acme.get(`${path}?${repeated(pair, 240_000)}`);
    expect([200, 400]).toContain(fitting.status);
    // Node.js may end the connection before the client has sent all of it.
    const status = await gateway.acme.get(`${path}?${pair.repeat(100_000)}`).then(
      (answer) => answer.status,
      () => 431,
    );
    expect(status).toBe(431);
  });

  it('with 100,000 parameters in a form is answered', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const ask = (pair: string) => gateway.acme.post('/fhir/r5/Observation/_search', pair.repeat(100_000), headers);
    for (const pair of ['code=x&', 'a=1&', '_id=1&', '&&', '%00=&']) expect([pair, (await ask(pair)).status < 500]).toEqual([pair, true]);
  });

  it.each([
    ['one name', () => 'X-Flood: 1'],
    ['many names', (index: number) => `X-Flood-${index}: 1`],
    ['a name that the service looks at', () => 'Accept: application/json'],
    ['tokens', (index: number) => `X-API-TOKEN: lab_${index}`],
  ])('with 5,000 headers of %s is answered', async (_, header) => {
    const lines = Array.from({ length: 5000 }, (__, index) => header(index));
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
      let text = '';
      socket.write(['GET /v1/diagnostic_orders HTTP/1.1', 'Host: x', 'Connection: close', ...lines, '', ''].join('\r\n'));
      socket.setEncoding('utf8').on('data', (part: string) => (text += part));
      socket.on('close', () => resolve(text)).on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect((await gateway.acme.get('/v1/diagnostic_orders')).status).toBe(200);
  });

  it.each([
    '..%2f..%2fpackage.json',
    '..%2F..%2F..%2Fetc%2Fpasswd',
    '%2e%2e%2f%2e%2e%2fpackage.json',
    '....//package.json',
    '..%5c..%5cpackage.json',
    'start.js%00.css',
    '/etc/passwd',
    '.env',
    'constructor',
    '__proto__',
  ])('for the file %s gets none', async (name) => {
    for (const path of ['/docs/', '/contexts/', '/v1/documents/', '/fhir/r5/Patient/']) {
      const { status, text } = await gateway.acme.get(path + name + (path.startsWith('/v1') ? '/download' : ''));
      expect([path, [400, 404].includes(status), /root:|"dependencies"/.test(text)]).toEqual([path, true, false]);
    }
  });
});

describe('a document', () => {
  let testId: string;
  const gateway = gatewayForTests(async (started) => {
    await makeRecords(started);
    testId = (await placeOrder(started.acme)).testIds[0]!;
  });

  const store = async (content: Buffer, mimeType: string, originalFileName = 'report.pdf'): Promise<any> => {
    const document = { ...documentBody(''), mimeType, originalFileName, content: content.toString('base64') };
    return (await deliverResult(gateway.operator, testId, { documents: [document] })).documents[0];
  };

  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));

  it.each<[string, Buffer, string]>([
    ['that is a bomb of zeros', bomb, 'application/gzip'],
    ['that is a bomb in a bomb', gzipSync(bomb), 'application/zip'],
    ['of HTML that says it is a PDF', Buffer.from('<html><script>alert(1)</script>'), 'application/pdf'],
    ['of HTML', Buffer.from('<html><script>alert(1)</script>'), 'text/html'],
    ['of SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'image/svg+xml'],
    ['of XML with an entity', Buffer.from('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'), 'application/xml'],
  ])('%s is kept as bytes, and no browser runs it', async (_, content, mimeType) => {
    const document = await store(content, mimeType);
    expect(document.size).toBe(content.length);
    const { status, bytes, headers } = await gateway.acme.get(document.downloadPath);
    expect([status, bytes.equals(content)]).toEqual([200, true]);
    expect(headers).toMatchObject({
      'content-type': mimeType,
      'content-disposition': expect.stringMatching(/^attachment;/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  it.each(['a\r\nSet-Cookie: a=b.pdf', 'a\nb', 'a\u0000b', 'a\u007fb', 'a\u202egnp.exe', '../../etc/passwd', 'a\\b', '/etc/passwd'])(
    'is not kept under the name %j',
    async (originalFileName) => {
      const body = { diagnosticTest: testId, observations: [], documents: [{ ...documentBody('x'), originalFileName }] };
      expect((await gateway.operator.post('/lab/v1/test_results', body)).status).toBe(422);
    },
  );

  it.each(['a"; filename="b.exe', 'a%0d%0aX-A: 1', 'ü\u2028gnp.exe', "a'b;c=d", '<script>.html', 'x'.repeat(255)])(
    'keeps its headers with the name %j',
    async (name) => {
      const document = await store(Buffer.from('x'), 'text/plain', name);
      const { status, headers } = await gateway.acme.get(document.downloadPath);
      expect([status, document.originalFileName, headers['set-cookie'], headers['x-a']]).toEqual([200, name, undefined, undefined]);
      expect(headers['content-disposition']).toMatch(/^attachment; filename="(?:[^"\\]|\\.)*"(?:; filename\*=UTF-8''[\w%!#$&+.^`|~-]+)?$/);
    },
  );
});
