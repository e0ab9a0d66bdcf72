import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** The environment reaches the program through the settings alone. */
const environment = [
  {
    selector: 'MemberExpression[object.name="process"]:matches([property.name="env"], [property.value="env"])',
    message: 'Only src/settings.ts reads the environment.',
  },
  {
    selector: 'ImportDeclaration[source.value=/^(node:)?process$/]',
    message: 'Only src/settings.ts reads the environment; for the rest there is the global `process`.',
  },
];

/** What a test could not set: the moment and chance. */
const moment = 'Take the moment from the injected Clock.';
const hiddenInputs = [
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: moment },
  { selector: 'CallExpression[callee.name="Date"]', message: moment },
  { selector: 'MemberExpression[object.name="Date"][property.name="now"]', message: moment },
  {
    selector: 'MemberExpression[object.name="Math"][property.name="random"]',
    message: 'Inject Identifiers; secrets come from node:crypto.',
  },
];

const vagueName = { selector: 'Program', message: 'Name the file for its concept and role.' };

export default defineConfig(
  globalIgnores(['dist/', 'data/', 'coverage/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: 'error',
      'no-duplicate-imports': ['error', { includeExports: false }],
      'object-shorthand': 'error',
    },
  },
  {
    files: ['**/*.{mjs,cjs}'],
    languageOptions: {
      globals: Object.fromEntries(
        ['AbortSignal', 'Buffer', 'URL', 'clearTimeout', 'console', 'fetch', 'performance', 'process', 'setTimeout'].map((name) => [
          name,
          'readonly',
        ]),
      ),
    },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'no-console': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // `_` takes what a rest pattern leaves out.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // A number in a text says what it says.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `noUncheckedIndexedAccess` is on: `!` states an invariant that was checked where the compiler cannot see it.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // A Nest module is its decorator.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // Entities and settings have no behaviour: TypeORM reads and writes them as plain objects.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // `(value) => stop(value)` hands on nothing as clearly as with braces.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true }],
      // Brackets mark a key that may be absent.
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      // Spreading a text gives its code points, which is what lengths are counted in; settings are nothing but values.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string', 'ServiceSettings'] }],
    },
  },
  {
    files: ['{src,libs,test}/**/*.ts'],
    rules: { 'max-lines': ['error', 250], 'no-restricted-syntax': ['error', ...environment] },
  },
  { files: ['libs/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...environment, ...hiddenInputs] } },
  { files: ['libs/kernel/src/clock.ts'], rules: { 'no-restricted-syntax': ['error', ...environment] } },
  { files: ['src/settings.ts', 'test/support/**'], rules: { 'no-restricted-syntax': 'off' } },
  { files: ['**/{utils,helpers,common}.ts'], rules: { 'no-restricted-syntax': ['error', vagueName] } },
  {
    // Tests look into answers of any shape; the assertions are what checks them.
    files: ['test/**/*.ts', '**/*.spec.ts'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/restrict-plus-operands': ['error', { allowAny: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowAny: true, allowNumber: true }],
    },
  },
);
