import type { Arguments, Command, CommandContext } from '../command';
import { UsageError } from '../failures';
import { defaultPanel } from '../simulation/analytes';
import { type KnownTest, readTest } from '../simulation/known-test';
import { type Outcome, outcomes, reportsOf } from '../simulation/outcome';
import { Simulation } from '../simulation/simulation';

const isOutcome = (text: string): text is Outcome => (outcomes as readonly string[]).includes(text);

function outcomeOf(given: Arguments): Outcome {
  const outcome = given.text('outcome') ?? 'normal';
  if (!isOutcome(outcome)) throw new UsageError(`--outcome: one of ${outcomes.join(', ')}.`);
  return outcome;
}

/** A code that belongs to the test alone: the random end of its id. */
const newSpecimenCode = (testId: string): string => `SIM-${testId.slice(-12).toUpperCase()}`;

/** With the partner's eyes: takes each step that the test has not taken yet. Returns the codes of its product. */
async function catchUp(
  simulation: Simulation,
  context: CommandContext,
  given: Arguments,
  partnerToken: string,
): Promise<readonly string[]> {
  const testId = given.word('TEST-ID');
  const partner = context.serviceAs(partnerToken);
  const test: KnownTest = await readTest(partner, testId);
  const specimenCode = given.text('specimen-code') ?? test.specimenCode ?? newSpecimenCode(testId);
  if (test.shippedAt === null) await simulation.ship(test.orderId);
  if (test.activatedAt === null) await simulation.activate(partner, test, specimenCode, context.now());
  if (test.labIntakeAt === null) await simulation.takeIn(specimenCode);
  return test.loincNums;
}

/** Without: the steps that the operating side can take by itself. The first result notes an arrival too. */
async function advance(simulation: Simulation, given: Arguments): Promise<void> {
  const order = given.text('order');
  const specimenCode = given.text('specimen-code');
  if (order !== undefined) await simulation.ship(order);
  if (specimenCode !== undefined) await simulation.takeIn(specimenCode);
}

export const simulate: Command = {
  name: 'simulate',
  summary: 'Takes a test forward from where it is to its result.',
  words: ['TEST-ID'],
  options: {
    outcome: { type: 'string' },
    'partner-token': { type: 'string' },
    order: { type: 'string' },
    'specimen-code': { type: 'string' },
    loinc: { type: 'string' },
  },
  help: {
    '--outcome OUTCOME': `${outcomes.join(', ')}; default normal`,
    '--partner-token TOKEN': 'takes every missing step, activation too; scopes orders:read, tests:read, tests:write, products:read',
    '--order ORDER-ID': 'without partner token: ships this order first',
    '--specimen-code CODE': 'the specimen that arrives; with partner token, also the one that is activated',
    '--loinc CODE,...': 'what is measured; default what the product says, without partner token a lipid panel',
  },
  async run(context, given) {
    const outcome = outcomeOf(given);
    const testId = given.word('TEST-ID');
    const simulation = new Simulation(testId, context.service, context.say);
    const partnerToken = given.text('partner-token');
    const ofProduct = partnerToken === undefined ? [] : await catchUp(simulation, context, given, partnerToken);
    if (partnerToken === undefined) await advance(simulation, given);
    const codes = given.list('loinc') ?? ofProduct;
    const reports = reportsOf(outcome, testId, codes.length > 0 ? codes : defaultPanel);
    const testResults: string[] = [];
    for (const report of reports) testResults.push(await simulation.deliver(report));
    return JSON.stringify({ diagnosticTest: `/v1/diagnostic_tests/${testId}`, outcome, testResults });
  },
};
