import { PartnersService } from '@gateway/core';
import { DemoData, demoPartner, type LoadedDemo } from '@gateway/operations';
import type { INestApplication } from '@nestjs/common';
import { defaultBaseUrl } from './settings';

const header = (name: string, value: string): string => `-H '${name}: ${value}'`;

/** Three lines to paste: list orders, read a test that has a result, deliver a result. */
function curlLines({ partnerToken, operatorToken, orders }: LoadedDemo, baseUrl: string): readonly string[] {
  const partner = header('X-API-TOKEN', partnerToken);
  const operator = header('X-API-TOKEN', operatorToken);
  const result = JSON.stringify({
    diagnosticTest: `/v1/diagnostic_tests/${orders.inLaboratory.testId}`,
    externalId: 'first-try',
    observations: [{ loincNum: '2276-4', value: '48', unit: 'ug/L', interpretation: 'N' }],
  });
  return [
    `curl ${partner} '${baseUrl}/v1/diagnostic_orders'`,
    `curl ${partner} '${baseUrl}/v1/diagnostic_tests/${orders.result.testId}'`,
    `curl ${operator} ${header('Content-Type', 'application/json')} -d '${result}' '${baseUrl}/lab/v1/test_results'`,
  ];
}

const introduction = (demo: LoadedDemo, baseUrl: string): string =>
  [
    '',
    'The database was empty and now has demo data. These tokens are shown only now:',
    '',
    `  partner "${demoPartner.slug}"  ${demo.partnerToken}`,
    `  operating side  ${demo.operatorToken}  (laboratory, fulfilment, administration)`,
    '',
    'To try it, paste one of these:',
    '',
    ...curlLines(demo, baseUrl).map((line) => `  ${line}`),
  ].join('\n');

function reminder(baseUrl: string): string {
  const address = baseUrl === defaultBaseUrl ? '' : ` --url ${baseUrl}`;
  return [
    '',
    'The tokens of the demo data were shown at the first start. A new one for the partner, with the token of the operating side:',
    '',
    `  GATEWAY_TOKEN=... npm run cli -- token create --partner ${demoPartner.slug} --scopes orders:read,tests:read,results:read${address}`,
    '',
    'Without any: start once with ADMIN_TOKEN set to at least 32 characters of your own, which then is such a token.',
  ].join('\n');
}

/** Loads the demo data into an empty database and tells how to try them; later, how to come by a token. */
export async function loadDemoData(application: INestApplication, baseUrl: string, say: (text: string) => void): Promise<void> {
  const demo = await application.get(DemoData).load();
  if (demo !== undefined) say(introduction(demo, baseUrl));
  else if ((await application.get(PartnersService).findBySlug(demoPartner.slug)) !== null) say(reminder(baseUrl));
}
