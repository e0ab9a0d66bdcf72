// Prints how long the validation of typical resources takes, after warm-up. Needs `npm run build` first.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { parseStoredJson } = require('../dist/libs/kernel/src/index.js');
const { r4b } = require('../dist/libs/fhir-r4b/src/index.js');
const { r5 } = require('../dist/libs/fhir-r5/src/index.js');

const files = [
  'ServiceRequest-example',
  'ServiceRequest-lipid',
  'ServiceRequest-di',
  'Observation-f001',
  'DiagnosticReport-f201',
  'Patient-example',
];
const [warmUp, runs] = [500, 1000];

for (const { path, validator } of [r4b, r5]) {
  for (const file of files) {
    const resource = parseStoredJson(readFileSync(require.resolve(`hl7.fhir.${path}.examples/${file}.json`), 'utf8'));
    delete resource.text;
    for (let run = 0; run < warmUp; run += 1) validator.validate(resource);
    const start = performance.now();
    for (let run = 0; run < runs; run += 1) validator.validate(resource);
    console.log(`${path} ${file}: ${((performance.now() - start) / runs).toFixed(3)} ms`);
  }
}
