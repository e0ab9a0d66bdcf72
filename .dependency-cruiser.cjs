/** What each library may import, besides packages. The application (src) may import them all. */
const mayImport = {
  problems: [],
  kernel: ['problems'],
  access: ['kernel', 'problems'],
  core: ['kernel', 'problems'],
  audit: ['access', 'core', 'kernel', 'problems'],
  persistence: ['access', 'audit', 'core', 'kernel'],
  resources: ['core', 'kernel', 'problems'],
  fhir: ['access', 'audit', 'core', 'kernel', 'problems'],
  'fhir-r4b': ['access', 'core', 'fhir', 'kernel', 'problems'],
  'fhir-r5': ['access', 'core', 'fhir', 'kernel', 'problems'],
  legacy: ['access', 'core', 'kernel', 'problems', 'resources'],
  operations: ['access', 'audit', 'core', 'kernel', 'problems', 'resources'],
};

const layers = Object.entries(mayImport).map(([library, allowed]) => ({
  name: `${library}-imports`,
  comment: `${library} may import ${allowed.join(', ') || 'no other library'}; nothing of the application or its tests.`,
  severity: 'error',
  from: { path: `^libs/${library}/` },
  to: { path: '^(libs|src|test|bench)/', pathNot: `^libs/(${[library, ...allowed].join('|')})/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layers,
    {
      name: 'library-in-the-table',
      comment: 'A new library gets its line in the table above.',
      severity: 'error',
      from: { path: '^libs/', pathNot: `^libs/(${Object.keys(mayImport).join('|')})/` },
      to: {},
    },
    {
      name: 'entrance-between-libraries',
      comment: 'The only way into a library is its src/index.ts.',
      severity: 'error',
      from: { path: '^libs/([^/]+)/' },
      to: { path: '^libs/', pathNot: ['^libs/$1/', '^libs/[^/]+/src/index\\.ts$'] },
    },
    {
      name: 'entrance-from-outside',
      comment:
        'The only way into a library is its src/index.ts. The tests’ own support and the load tests’ plain program, which shares mappers, may go deeper.',
      severity: 'error',
      from: { path: '^(src|test|bench)/', pathNot: '^(test/support|bench/plain)/' },
      to: { path: '^libs/', pathNot: '^libs/[^/]+/src/index\\.ts$' },
    },
    {
      name: 'tests-are-not-imported',
      comment: 'The application must run without the tests.',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(test|bench)/|\\.spec\\.ts$' },
    },
    {
      name: 'no-cycles',
      comment: 'Not even of types: what two modules need of each other belongs into a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'pure-mappers',
      comment: 'A mapper translates: no framework, no database, no service. Their types are welcome.',
      severity: 'error',
      from: { path: '\\.mapper\\.ts$' },
      to: { path: ['^(node_modules/)?(@nestjs/|typeorm)', '\\.service\\.ts$'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-unresolvable',
      comment: 'Otherwise the rules above would not see where it leads.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-undeclared-packages',
      comment: 'Every package that is imported stands in package.json.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-development-packages',
      comment: 'What runs in production comes from `dependencies`.',
      severity: 'error',
      from: { path: '^(src|libs)/', pathNot: '\\.spec(-service)?\\.(ts|cjs)$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '^node_modules/@types/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.cjs', '.mjs', '.d.ts', '.json'],
    },
  },
};
