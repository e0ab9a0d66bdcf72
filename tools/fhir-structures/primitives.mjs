import { lastSegment } from './definitions.mjs';

const regexExtension = 'http://hl7.org/fhir/StructureDefinition/regex';

/**
 * Where the official regular expression is not what the text of the standard says, or cannot be run as it stands.
 * null: no expression; the engine has a rule of its own.
 */
const corrections = {
  // `\S` of JavaScript does not match the no-break space, which is allowed in text. R4B's is read as XML Schema reads it.
  string: null,
  markdown: null,
  // R4B's takes exponential time; the engine counts the characters.
  base64Binary: null,
  // R4B's allows any single whitespace between the words of a code, its text a single space.
  code: '[^\\s]+( [^\\s]+)*',
  // An empty text is no value.
  uri: '\\S+',
  url: '\\S+',
  canonical: '\\S+',
  // R5's allows a time without offset, and an offset without a time, both against its text.
  dateTime:
    '([0-9]([0-9]([0-9][1-9]|[1-9]0)|[1-9]00)|[1-9]000)(-(0[1-9]|1[0-2])(-(0[1-9]|[1-2][0-9]|3[0-1])(T([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\\.[0-9]+)?(Z|(\\+|-)((0[0-9]|1[0-3]):[0-5][0-9]|14:00)))?)?)?',
  // R5's has a stray brace. The lengths that it states are a minimum that every system has to support: `longest` below.
  decimal: '-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?',
};

/** What every system of the release can hold; more digits are kept, with a warning. */
const longest = { '5.0.0': { decimal: '-?(0|[1-9][0-9]{0,17})(\\.[0-9]{1,17})?([eE][+-]?[0-9]{1,9})?' } };

const jsonTypes = { boolean: 'boolean', decimal: 'number', integer: 'number', positiveInt: 'number', unsignedInt: 'number' };

const limitsOf = (value) => {
  const min = value.minValueInteger ?? value.minValueInteger64;
  const max = value.maxValueInteger ?? value.maxValueInteger64;
  return min === undefined ? {} : { range: [String(min), String(max)] };
};

/** Exact limits of 64 bits: as numbers, JSON.parse has rounded them. */
const exactRanges = { integer64: ['-9223372036854775808', '9223372036854775807'] };
const inheritedRange = ['-2147483648', '2147483647'];

export function reducePrimitives({ structures, fhirVersion }) {
  const primitives = structures.filter(({ kind }) => kind === 'primitive-type');
  return Object.fromEntries(
    primitives.map(({ name, baseDefinition, snapshot }) => {
      const value = snapshot.element.find(({ path }) => path === `${name}.value`);
      const official = value.type[0].extension?.find(({ url }) => url === regexExtension)?.valueString;
      const corrected = name in corrections ? corrections[name] : official;
      const regex = name === 'boolean' ? null : (corrected ?? null);
      const advised = longest[fhirVersion]?.[name];
      const base = lastSegment(baseDefinition);
      return [
        name,
        {
          base,
          json: jsonTypes[name] ?? 'string',
          ...(regex !== null && { regex }),
          ...(advised !== undefined && { advised }),
          ...limitsOf(value),
          ...(base === 'integer' && { range: inheritedRange }),
          ...(exactRanges[name] && { range: exactRanges[name] }),
          ...(value.maxLength && { maxLength: value.maxLength }),
        },
      ];
    }),
  );
}
