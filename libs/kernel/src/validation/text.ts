import { type FaultReporter, field } from './field';

interface TextOptions {
  /** In Unicode code points. */
  readonly max?: number;
  /** Whether a text of nothing but white space is allowed, the empty one included. */
  readonly blank?: boolean;
  readonly pattern?: RegExp;
  readonly example?: string;
  readonly description?: string;
}

/** Whether the text has more Unicode code points than `max`; each is one or two units of the text. */
const isLonger = (text: string, max: number): boolean => text.length > 2 * max || (text.length > max && [...text].length > max);

/** PostgreSQL cannot store U+0000, and an unpaired surrogate is not text. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The value as text that can be stored; otherwise what is wrong with it is reported. */
export function checkText(value: unknown, report: FaultReporter): string | undefined {
  if (typeof value !== 'string') {
    report.wrongType('string');
    return undefined;
  }
  if (isStorableText(value)) return value;
  report.violation({ constraint: 'Regex', hint: 'characters' });
  return undefined;
}

/** A required text; stored as sent, without trimming. */
export const text = ({ max, blank = false, pattern, example, description }: TextOptions = {}) =>
  field(
    {
      type: 'string',
      ...(!blank && { minLength: 1 }),
      ...(max !== undefined && { maxLength: max }),
      ...(pattern !== undefined && { pattern: pattern.source }),
      ...(example !== undefined && { examples: [example] }),
      ...(description !== undefined && { description }),
    },
    (value, report): string => {
      const given = checkText(value, report);
      if (given === undefined) return '';
      if (!blank && given.trim() === '') report.violation({ constraint: 'NotBlank' });
      else if (max !== undefined && isLonger(given, max)) {
        report.violation({ constraint: 'TooLong', payload: { max }, hint: 'max_length' });
      } else if (pattern !== undefined && !pattern.test(given)) {
        report.violation({ constraint: 'Regex', payload: { pattern: pattern.source }, hint: 'pattern' });
      }
      return given;
    },
  );

/** One of a closed set of words. */
export const choice = <const C extends string>(choices: readonly C[], description?: string) =>
  field({ type: 'string', enum: [...choices], ...(description !== undefined && { description }) }, (value, report): C => {
    if (typeof value !== 'string') report.wrongType('string');
    else if (!(choices as readonly string[]).includes(value)) {
      report.violation({ constraint: 'Choice', payload: { choices }, hint: 'choices' });
    }
    return value as C;
  });

export const flag = (description?: string) =>
  field({ type: 'boolean', ...(description !== undefined && { description }) }, (value, report): boolean => {
    if (typeof value !== 'boolean') report.wrongType('boolean');
    return value === true;
  });

/** A valid address for HTML's email input (HTML standard, section 4.10.5.1.5). */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

export const email = () =>
  field({ type: 'string', format: 'email', examples: ['erika@example.org'] }, (value, report): string => {
    const given = checkText(value, report);
    if (given === undefined) return '';
    if (given.trim() === '') report.violation({ constraint: 'NotBlank' });
    else if (!emailPattern.test(given)) report.violation({ constraint: 'Email' });
    return given;
  });

const urlMaximum = 2048;

/** An absolute http or https address, kept as written. */
export const webAddress = () =>
  field({ type: 'string', format: 'url', maxLength: urlMaximum, examples: ['https://example.org/parcels/1'] }, (value, report): string => {
    const given = checkText(value, report);
    if (given === undefined) return '';
    const allowed = given.length <= urlMaximum && /^https?:\/\/[^\s"<>\\^`{|}]+$/i.test(given) && URL.canParse(given);
    if (!allowed) report.violation({ constraint: 'Url', payload: { max: urlMaximum }, hint: 'url_format' });
    return given;
  });

const uuidFault = (given: string) => {
  if (given.length < 36) return 'UuidTooShort' as const;
  return given.length > 36 ? ('UuidTooLong' as const) : ('UuidCharacters' as const);
};

export const uuid = () =>
  field({ type: 'string', format: 'uuid' }, (value, report): string => {
    const given = checkText(value, report);
    if (given === undefined) return '';
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(given))
      report.violation({ constraint: uuidFault(given), hint: 'uuid_format' });
    return given;
  });
