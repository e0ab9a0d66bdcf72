// Reduces the official definitions of a FHIR release (StructureDefinition snapshots, value sets of required bindings, invariants of
// severity error, formats of primitives) to the one artefact that the validator walks. Deterministic: the same packages give the same bytes.
//
//   node tools/reduce-fhir-structures.mjs           writes libs/fhir-r4b/src/structures.json and libs/fhir-r5/src/structures.json
//   node tools/reduce-fhir-structures.mjs --check   writes nothing; fails when a file is not what the packages give
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readDefinitions } from './fhir-structures/definitions.mjs';
import { reducePrimitives } from './fhir-structures/primitives.mjs';
import { reduceTypes } from './fhir-structures/types.mjs';
import { reduceValueSets } from './fhir-structures/value-sets.mjs';

const releases = [
  { source: 'hl7.fhir.r4b.core', target: '../libs/fhir-r4b/src/structures.json' },
  { source: 'hl7.fhir.r5.core', target: '../libs/fhir-r5/src/structures.json' },
];

/** One line for each type, value set and invariant, so that a difference can be read. */
const print = (artefact) => {
  const section = (entries) =>
    `{\n${Object.entries(entries)
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
      .join(',\n')}\n}`;
  const { fhirVersion, ...sections } = artefact;
  const parts = Object.entries(sections).map(([name, entries]) => `${JSON.stringify(name)}:${section(entries)}`);
  return `{"fhirVersion":${JSON.stringify(fhirVersion)},\n${parts.join(',\n')}}\n`;
};

function reduce(source) {
  const definitions = readDefinitions(source);
  const { types, invariants, bindings } = reduceTypes(definitions);
  return {
    fhirVersion: definitions.fhirVersion,
    primitives: reducePrimitives(definitions),
    types,
    invariants,
    valueSets: reduceValueSets(definitions, bindings),
  };
}

const checks = process.argv.includes('--check');
for (const { source, target } of releases) {
  const file = fileURLToPath(new URL(target, import.meta.url));
  const text = print(reduce(source));
  if (!checks) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is not what ${source} gives`);
    process.exitCode = 1;
  }
}
