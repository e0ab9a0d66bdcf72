import { readMessageFile } from './hl7';
import type { Records } from './records';
import type { Headers, TestAnswer } from './test-client';

type Send = (method: string, path: string, body?: unknown, headers?: Headers) => Promise<TestAnswer>;

/** Every kind of answer that messages of HL7 v2 get, and those that are kept. */
export async function succeedInHl7(send: Send, { rejected_messages: id }: Records): Promise<void> {
  const [list, hl7] = ['/lab/v1/rejected_messages', { 'Content-Type': 'application/hl7-v2' }];
  await send('POST', '/lab/v1/hl7v2', readMessageFile('refused-several-faults'), hl7);
  await send('POST', '/lab/v1/hl7v2', readMessageFile('refused-charset'), { ...hl7, Accept: 'text/plain' });
  for (const query of ['', '?page=2', '?cursor=&itemsPerPage=1']) await send('GET', `${list}${query}`);
  await send('GET', `${list}/${id}`);
  await send('GET', `${list}/${id}`, undefined, { Accept: 'application/hl7-v2' });
  await send('POST', `${list}/${id}/retry`);
}
