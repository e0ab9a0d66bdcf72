import { UcumLhcUtils } from '@lhncbc/ucum-lhc';
import { LRUCache } from 'lru-cache';

/** What laboratories write and UCUM reads as something else: gauss, tesla and kelvin for numbers of cells, picohenry. */
const falseFriends: ReadonlyMap<string, string> = new Map([
  ['G/l', '10*9/L'],
  ['G/L', '10*9/L'],
  ['T/l', '10*12/L'],
  ['T/L', '10*12/L'],
  ['K/ul', '10*3/uL'],
  ['K/uL', '10*3/uL'],
  ['pH', '[pH]'],
]);

/**
 * Units that no laboratory measures in. Where UCUM reads one, something else was meant, which we do not guess: `MG/L` (megagauss),
 * `u/l` (atomic mass units), `AU/ml` (astronomic units), `ct` (centitonnes), `ML` (megalitres), `EU/ml` (exa-units).
 */
const implausible = /^(?:(?:da|[YZEPTGMkhdcmunpfazy])?(?:G|T|H|C|K|t|u|AU|ph)|[YZEPTGM](?:g|L|l|m|U|mol|s)|(?:da|[hdcazy])U)$/;

/** The library keeps its units in plain objects, where these names are found too. */
const inherited = new RegExp(Object.getOwnPropertyNames(Object.prototype).join('|'));

/** The library writes to the console about what is not even formed like a unit. */
const component = String.raw`(?:[\w%'*^[\]+-]+(?:\{[!-z|~]+\})?|\{[!-z|~]+\})`;
const group = String.raw`\(/?${component}(?:[./]${component})*\)`;
const form = new RegExp(String.raw`^/?(?:${component}|${group})(?:[./](?:${component}|${group}))*$`);

const maximumLength = 64;

/** Without annotations and what stands in brackets. */
const atomsOf = (code: string): readonly string[] => code.replace(/\{[^}]*\}|\[[^\]]*\]/g, '').split(/[^A-Za-z]+/);

/** Whether UCUM knows the unit in this very spelling. */
function isUcum(code: string): boolean {
  const { status, ucumCode, unit } = UcumLhcUtils.getInstance().validateUnitString(code);
  // A mere factor has no code of its own: only 1 is a unit.
  return status === 'valid' && ucumCode === code && (code === '1' || typeof unit?.code === 'string');
}

function findCode(written: string): string {
  // The micro sign and the Greek letter.
  const code = written.replace(/[\u00b5\u03bc]/g, 'u');
  const friend = falseFriends.get(code);
  if (friend !== undefined) return friend;
  const isCandidate = form.test(code) && !inherited.test(code) && !atomsOf(code).some((atom) => implausible.test(atom));
  return isCandidate && isUcum(code) ? code : '';
}

/** Verdicts, since the library is slow; empty where there is no code. Laboratories use few units, and no client can fill the memory. */
const codes = new LRUCache<string, string>({ max: 1000 });

/** UCUM code (https://ucum.org) of a unit as laboratories write it; undefined where it is not certain. */
export function ucumCodeOf(unit: string): string | undefined {
  const written = unit.trim();
  if (written.length > maximumLength) return undefined;
  const known = codes.get(written) ?? findCode(written);
  codes.set(written, known);
  return known === '' ? undefined : known;
}
