import type { Command } from '../command';

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
