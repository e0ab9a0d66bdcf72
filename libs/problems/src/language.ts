/** Language negotiation over `Accept-Language` (RFC 9110 section 12.5.4). */
export const languages = ['en', 'de', 'fr'] as const;

export type Language = (typeof languages)[number];

const isLanguage = (tag: string): tag is Language => (languages as readonly string[]).includes(tag);

interface Range {
  readonly primary: string;
  readonly quality: number;
}

function parseRange(part: string): Range {
  const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
  const weight = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { primary: tag.trim().split('-')[0] ?? '', quality: Number.isFinite(quality) ? Math.min(quality, 1) : 0 };
}

/** The best of our languages for the header: by q-value, then by order; region subtags count as their language; otherwise en. */
export function negotiateLanguage(header: string | undefined): Language {
  if (header === undefined) return 'en';
  if (isLanguage(header)) return header;
  const ranges = header.slice(0, 1000).split(',').map(parseRange);
  const named = new Set(ranges.map((range) => range.primary));
  const best = ranges
    .filter((range) => range.quality > 0 && (isLanguage(range.primary) || range.primary === '*'))
    .sort((a, b) => b.quality - a.quality)[0];
  if (best === undefined) return 'en';
  if (isLanguage(best.primary)) return best.primary;
  return languages.find((language) => !named.has(language)) ?? 'en';
}
