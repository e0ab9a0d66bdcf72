import { type TextSyntax, unescapeText } from './escapes';
import type { Place } from './faults';

/** More than any segment of the standard has; what a message has beyond is not read. */
const maximumParts = 64;

/** More than any list in a result may have: the rules of results see that there are too many. */
const maximumRepetitions = 1000;

const split = (text: string, separator: string, maximum: number): string[] => (separator === '' ? [text] : text.split(separator, maximum));

/** One segment. Fields, repetitions, components and subcomponents count from 1; what is not there is empty, and so is HL7's null (`""`). */
export class Segment {
  private readonly fields: readonly string[];

  constructor(
    readonly name: string,
    /** Which of the message's segments of this name. */
    readonly sequence: number,
    readonly line: string,
    readonly syntax: TextSyntax,
  ) {
    const parts = split(line, syntax.field, maximumParts);
    // MSH-1 is the separator itself.
    this.fields = name === 'MSH' ? [parts[0]!, syntax.field, ...parts.slice(1)] : parts;
  }

  place(field?: number, component?: number, repetition?: number): Place {
    return { segment: this.name, sequence: this.sequence, field, repetition, component };
  }

  /** The field as it is written. */
  raw(field: number): string {
    const text = this.fields[field] ?? '';
    return text === '""' ? '' : text;
  }

  /** The whole field as text: separators within it are not meant as such, but a repetition is a line of its own. */
  text(field: number): string {
    const { repetition } = this.syntax;
    const raw = this.raw(field);
    return unescapeText(repetition === '' ? raw : raw.replaceAll(repetition, '\n'), this.syntax);
  }

  /** The repetitions of a field as text; none for an empty field. */
  repetitions(field: number): readonly string[] {
    return this.rawRepetitions(field).map((raw) => unescapeText(raw, this.syntax));
  }

  /** How often the field has a value. */
  count(field: number): number {
    return this.rawRepetitions(field).length;
  }

  component(field: number, component: number, repetition = 1): string {
    const raw = this.rawRepetitions(field)[repetition - 1] ?? '';
    const [first = ''] = split(split(raw, this.syntax.component, maximumParts)[component - 1] ?? '', this.syntax.subcomponent, 1);
    return first === '""' ? '' : unescapeText(first, this.syntax);
  }

  private rawRepetitions(field: number): readonly string[] {
    const raw = this.raw(field);
    return raw === '' ? [] : split(raw, this.syntax.repetition, maximumRepetitions);
  }
}
