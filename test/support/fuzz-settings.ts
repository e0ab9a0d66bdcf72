/** What `npm run fuzz` asks for; undefined: the short run of the tests. */
export const longRun: { readonly requests: number; readonly seed: number } | undefined =
  process.env['FUZZ_REQUESTS'] === undefined
    ? undefined
    : { requests: Number(process.env['FUZZ_REQUESTS']), seed: Number(process.env['FUZZ_SEED'] ?? 1) };
