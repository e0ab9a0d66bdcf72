import type { Language } from '@gateway/problems';
import type { Narrative } from '../types/datatypes';
import { clipped, toFhirText } from './fhir-text';

/** XHTML of narratives (https://hl7.org/fhir/R5/narrative.html#rules). What is of this type is safe to stand in a document. */
export type Xhtml = string & { readonly __xhtml: unique symbol };

const markup = (text: string): Xhtml => text as Xhtml;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '\n': '<br/>' };

/** What a cell shows of a long text; the element itself has all of it. */
const maximumCell = 4000;

/** A text of anyone. XML has no U+FFFE and U+FFFF (https://www.w3.org/TR/xml/#charsets). */
export const escaped = (text: string): Xhtml =>
  markup(
    toFhirText(clipped(text, maximumCell))
      .replace(/\r\n?/g, '\n')
      .replace(/[\ufffe\uffff]/g, '\ufffd')
      .replace(/[&<>"'\n]/g, (character) => entities[character]!),
  );

export type Tag = 'table' | 'thead' | 'tbody' | 'tr' | 'th' | 'td' | 'p' | 'h3' | 'h4' | 'ul' | 'li';

export const element = (tag: Tag, ...content: readonly Xhtml[]): Xhtml => markup(`<${tag}>${content.join('')}</${tag}>`);

/** As many of the items as have room; the others are not even written. */
export function fitting<T>(items: readonly T[], toXhtml: (item: T) => Xhtml, maximum: number): readonly Xhtml[] {
  const fit: Xhtml[] = [];
  let length = 0;
  for (const item of items) {
    const part = toXhtml(item);
    length += part.length;
    if (length > maximum) break;
    fit.push(part);
  }
  return fit;
}

/** Stands for what has no room. */
export const ellipsis = markup('…');

/** Room for all lines of a cell: that of the longest single text, escaped, and some more. */
const maximumLines = 8 * maximumCell;

/** Without those that are empty. */
export function lines(...content: readonly Xhtml[]): Xhtml {
  const filled = content.filter((line) => line !== '');
  const fit = fitting(filled, (line) => line, maximumLines);
  return markup([...fit, ...(fit.length < filled.length ? [ellipsis] : [])].join('<br/>'));
}

export const nothing = markup('');

export const toNarrative = (language: Language, ...content: readonly Xhtml[]): Narrative => ({
  status: 'generated',
  div: `<div xmlns="http://www.w3.org/1999/xhtml" lang="${language}" xml:lang="${language}">${content.join('')}</div>`,
});
