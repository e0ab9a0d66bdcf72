import type { Command } from '../command';
import { Refusal } from '../failures';

export const labIntake: Command = {
  name: 'lab intake',
  summary: 'Notes that a specimen arrived in the laboratory.',
  words: ['SPECIMEN-CODE'],
  options: { 'received-at': { type: 'string' } },
  help: { '--received-at TIME': 'a date-time with offset; default now' },
  async run({ service, say }, given) {
    const { body, text } = await service.post<{ diagnosticTests: readonly string[]; labIntakeAt: string }>('/lab/v1/intakes', {
      specimenCode: given.word('SPECIMEN-CODE'),
      receivedAt: given.text('received-at'),
    });
    say(`Arrived ${body.labIntakeAt}:`);
    for (const test of body.diagnosticTests) say(`  ${test}`);
    return text;
  },
};

export const labResults: Command = {
  name: 'lab results',
  summary: 'Delivers a result.',
  words: ['FILE'],
  help: { FILE: 'JSON, as POST /lab/v1/test_results takes it' },
  async run({ service, say, readFile }, given) {
    const { body, text } = await service.post<{ id: string; diagnosticTest: string; observations: readonly unknown[] }>(
      '/lab/v1/test_results',
      readFile(given.word('FILE')),
    );
    say(`Result /v1/test_results/${body.id} of ${body.diagnosticTest}, observations: ${body.observations.length}`);
    return text;
  },
};

export const labHl7: Command = {
  name: 'lab hl7',
  summary: 'Delivers results as an HL7 v2 message.',
  words: ['FILE'],
  help: { FILE: 'ORU^R01, as POST /lab/v1/hl7v2 takes it' },
  async run({ service, say, readBytes }, given) {
    const acknowledgment = await service.exchange('/lab/v1/hl7v2', readBytes(given.word('FILE')));
    const lines = acknowledgment.split('\r').filter((line) => line !== '');
    const separator = acknowledgment.charAt(3);
    const [, code] = lines.find((line) => line.startsWith('MSA'))?.split(separator) ?? [];
    if (code !== 'AA')
      throw new Refusal(`The service kept the message, but did not apply it:\n${lines.map((line) => `  ${line}`).join('\n')}`);
    for (const line of lines) say(line);
    return JSON.stringify({ acknowledgmentCode: code, acknowledgment });
  },
};
