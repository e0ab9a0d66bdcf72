/**
 * Expressions that fhirpath cannot evaluate as the standard has written them, with the same meaning in a form that it can. By their text, so
 * that another release or a correction of the standard brings its own wording to light.
 */
const identityEscapes = (expression) =>
  // Backslashes before characters that need none are an error in the Unicode mode of JavaScript's expressions.
  expression
    .replaceAll("\\\\\\'", "\\'")
    .replaceAll('\\\\@', '@')
    .replaceAll('\\\\"', '"')
    .replaceAll('\\\\:', ':')
    .replaceAll('\\\\-_', '_\\\\-');

const amendments = {
  // A text in double quotes is no text in FHIRPath, and contains() needs a single one.
  'eld-11': (expression) => expression.replace('type.code.contains(":")', "type.code.exists($this.contains(':'))"),
  'eld-16': identityEscapes,
  'eld-19': identityEscapes,
  // `$this` is the element, whose id is meant.
  'sdf-24': (expression) => expression.replaceAll('id.substring(0,$this.length()', 'id.substring(0,id.length()'),
  'sdf-25': (expression) => expression.replaceAll('id.substring(0,$this.length()', 'id.substring(0,id.length()'),
  // The boundary of a Quantity, and the comparison of Quantities whose units are not UCUM: the values are compared where the units are the same.
  'rng-2': () =>
    'low.value.empty() or high.value.empty() or (low.code | high.code).count() > 1 or (low.system | high.system).count() > 1 or (low.unit | high.unit).count() > 1 or low.value <= high.value',
};

export const amended = ({ key, expression }) => amendments[key]?.(expression) ?? expression;
