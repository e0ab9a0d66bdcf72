// Validates every official example of both releases and prints what is refused. Needs `npm run build` first.
//
//   node tools/validate-fhir-examples.mjs [r4b|r5] [name of a type]
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const { Validator } = require('../dist/libs/fhir/src/index.js');
const { faultText } = require('../dist/libs/fhir/src/validation/texts/index.js');
const { parseStoredJson } = require('../dist/libs/kernel/src/index.js');

const releases = {
  r4b: { packageName: 'hl7.fhir.r4b.examples', release: require('../dist/libs/fhir-r4b/src/index.js').r4b },
  r5: { packageName: 'hl7.fhir.r5.examples', release: require('../dist/libs/fhir-r5/src/index.js').r5 },
};

const [only, type = ''] = process.argv.slice(2);
for (const [name, { packageName, release }] of Object.entries(releases)) {
  if (only !== undefined && only !== name) continue;
  const validator = new Validator(release.validator.structures.artefact, Infinity);
  const folder = dirname(require.resolve(`${packageName}/package.json`));
  let [accepted, total, bytes, slowest] = [0, 0, 0, { milliseconds: 0 }];
  const start = performance.now();
  for (const file of readdirSync(folder).sort()) {
    if (!file.startsWith(type) || !file.endsWith('.json')) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    const resource = parseStoredJson(text);
    if (resource.resourceType === undefined) continue;
    total += 1;
    bytes += text.length;
    const before = performance.now();
    const faults = validator
      .validate(resource)
      .filter(({ severity, text: key }) => severity === 'error' || key === 'invariant_not_evaluated');
    const milliseconds = performance.now() - before;
    if (milliseconds > slowest.milliseconds) slowest = { milliseconds, file };
    if (faults.length === 0) accepted += 1;
    for (const fault of faults) console.log(`${name} ${file}: ${fault.expression}: ${fault.code}: ${faultText(fault, 'en')}`);
  }
  const seconds = (performance.now() - start) / 1000;
  console.log(
    `${name}: ${accepted} of ${total} accepted, ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s; slowest ${slowest.file}: ${slowest.milliseconds.toFixed(0)} ms`,
  );
}
