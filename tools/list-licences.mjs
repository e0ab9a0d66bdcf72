/**
 * Lists the licences of the packages that run in production, in THIRD-PARTY.md. With `--check` it changes nothing and fails
 * where the list is out of date or a licence is none of those that the product may be shipped with.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

/** Permissive ones; SPDX identifiers. */
const allowed = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'Python-2.0', 'Unlicense']);

/** Packages whose package.json does not say it in SPDX, with what their licence file says. */
const told = {
  '@lhncbc/ucum-lhc': 'LicenseRef-LHNCBC (BSD terms; UCUM and LOINC terms for the unit table)',
  fhirpath: 'LicenseRef-LHNCBC (BSD terms)',
};

const file = join(root, 'THIRD-PARTY.md');

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

function licenceOf(path, name, entry) {
  if (told[name] !== undefined) return told[name];
  if (entry.license !== undefined) return String(entry.license);
  const manifest = join(root, path, 'package.json');
  const { license, licenses } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
  return license?.type ?? license ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'unknown';
}

const isAllowed = (licence) =>
  Object.values(told).includes(licence) ||
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => allowed.has(part.trim())));

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const rows = Object.entries(packages)
  .filter(([path, entry]) => path !== '' && !entry.dev && !entry.devOptional && !entry.link)
  .map(([path, entry]) => ({ name: entry.name ?? nameOf(path), version: entry.version, licence: licenceOf(path, nameOf(path), entry) }))
  .sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
const unique = [...new Map(rows.map((row) => [`${row.name} ${row.version}`, row])).values()];

const text = `# Packages of others

What runs in production, as package-lock.json has it; \`npm run licences\` writes this list, \`npm run sbom\` a bill of materials (CycloneDX).

| Package | Version | Licence |
|---|---|---|
${unique.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`).join('\n')}
`;

const refused = unique.filter(({ licence }) => !isAllowed(licence));
for (const { name, version, licence } of refused) console.error(`${name} ${version}: the licence "${licence}" is not among those allowed.`);
if (refused.length > 0) process.exitCode = 1;

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error('THIRD-PARTY.md is out of date: npm run licences');
  process.exitCode = 1;
}
