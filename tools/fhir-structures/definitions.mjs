import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** The conformance resources of an official package that the reduction needs, each kind by its address. */
export function readDefinitions(packageName) {
  const manifest = require.resolve(`${packageName}/package.json`);
  const folder = dirname(manifest);
  const read = (kind) =>
    readdirSync(folder)
      .filter((name) => name.startsWith(`${kind}-`) && name.endsWith('.json'))
      .sort()
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  const byUrl = (resources) => new Map(resources.map((resource) => [resource.url, resource]));
  const structures = read('StructureDefinition').filter(({ kind }) => kind !== 'logical');
  return {
    fhirVersion: JSON.parse(readFileSync(manifest, 'utf8')).version,
    /** Types of the release, and the one profile that its own elements name. */
    structures: structures
      .filter(({ derivation, name }) => derivation !== 'constraint' || name === 'SimpleQuantity')
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    valueSets: byUrl(read('ValueSet')),
    codeSystems: byUrl(read('CodeSystem')),
  };
}

export const lastSegment = (url) => url.slice(url.lastIndexOf('/') + 1);

export const withoutVersion = (canonical) => canonical.split('|')[0];
