import type { TestAnswer } from './test-client';

/** The targets of a `Link` header by relation, in its order. @throws Error for a header of another form */
export function linksOf({ headers }: Pick<TestAnswer, 'headers'>): Readonly<Record<string, string>> {
  const header = headers['link'];
  if (header === undefined) return {};
  return Object.fromEntries(
    header.split(/, (?=<)/).map((link) => {
      const [, target, relation] = /^<([!#$&'()*+,./0-9:;=?@A-Z[\]_a-z~%-]+)>; rel="([a-z]+)"$/.exec(link) ?? [];
      if (target === undefined || relation === undefined) throw new Error(`not a link: ${link}`);
      return [relation, target];
    }),
  );
}
