import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '../../..');

export interface Pattern {
  readonly source: string;
  readonly flags: string;
  /** File and line. */
  readonly place: string;
}

interface Found {
  readonly literals: readonly Pattern[];
  /** Where patterns are put together while the program runs. */
  readonly constructions: readonly string[];
}

export const sourceFiles: readonly string[] = ['src', 'libs'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => join(root, folder, file)),
);

const isConstruction = (node: ts.Node): node is ts.NewExpression | ts.CallExpression =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp';

/** JSON Schema has its patterns as text (`pattern: '^[a-z]+$'`). */
const isSchemaPattern = (node: ts.Node): node is ts.PropertyAssignment & { initializer: ts.StringLiteral } =>
  ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && node.name.text === 'pattern' && ts.isStringLiteralLike(node.initializer);

function patternsIn(file: string): Found {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const literals: Pattern[] = [];
  const constructions: string[] = [];
  const placeOf = (node: ts.Node): string => `${relative(root, file)}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      literals.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), place: placeOf(node) });
    } else if (isSchemaPattern(node)) literals.push({ source: node.initializer.text, flags: '', place: placeOf(node) });
    else if (isConstruction(node)) constructions.push(placeOf(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { literals, constructions };
}

/** Every pattern that stands in the code, and every place where one is made. */
export function patternsInCode(): Found {
  const found = sourceFiles.map(patternsIn);
  return { literals: found.flatMap(({ literals }) => literals), constructions: found.flatMap(({ constructions }) => constructions) };
}

/** The place in the code that called, when it is in the code at all. */
function callerOf(stack: string): string | undefined {
  const line = stack.split('\n').find((each) => each.startsWith('    at ') && !each.includes(__filename));
  const [, file, number] = /\(?([^() ]+):(\d+):\d+\)?$/.exec(line ?? '') ?? [];
  const place = file === undefined ? '' : relative(root, file);
  return /^(src|libs)\//.test(place) ? `${place}:${number}` : undefined;
}

/** Notes every pattern that the code puts together while `work` runs. */
export function constructedDuring(work: () => void): readonly Pattern[] {
  const made: Pattern[] = [];
  const original = globalThis.RegExp;
  const note = (expression: RegExp): RegExp => {
    const place = callerOf(new Error().stack ?? '');
    if (place !== undefined) made.push({ source: expression.source, flags: expression.flags, place });
    return expression;
  };
  globalThis.RegExp = new Proxy(original, {
    construct: (target, [source, flags]: [string, string]) => note(new target(source, flags)),
    apply: (target, _, [source, flags]: [string, string]) => note(target(source, flags)),
  });
  try {
    work();
  } finally {
    globalThis.RegExp = original;
  }
  return made;
}
