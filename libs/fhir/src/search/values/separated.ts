/**
 * Parts of a search value (https://hl7.org/fhir/R5/search.html#escaping): a separator after a backslash belongs to the text, and a
 * backslash before anything else stands for itself.
 */
export function separated(text: string, separator: ',' | '|' | '$'): readonly string[] {
  const parts: string[] = [];
  let part = '';
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    if (character === separator) {
      parts.push(part);
      part = '';
    } else part += character === '\\' ? character + (text[++index] ?? '') : character;
  }
  return [...parts, part];
}

export const unescaped = (text: string): string => text.replace(/\\([,|$\\])/g, '$1');
