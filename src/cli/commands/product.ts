import type { Arguments, Command } from '../command';
import { UsageError } from '../failures';

const languages = ['en', 'de', 'fr'] as const;

const textOptions = ['name', 'description'].flatMap((member) => languages.map((language) => `${member}-${language}`));

/** The texts of a member in the languages given; undefined where there is none. */
function translations(given: Arguments, member: string): Readonly<Record<string, string>> | undefined {
  const texts = languages.flatMap((language) => {
    const text = given.text(`${member}-${language}`);
    return text === undefined ? [] : [[language, text] as const];
  });
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
}

/** One kind of products, and how it is put. */
interface ProductKind {
  readonly command: string;
  readonly noun: string;
  readonly collection: string;
  readonly hasAnalytes: boolean;
}

function contentOf(given: Arguments, { hasAnalytes }: ProductKind): unknown {
  const name = translations(given, 'name');
  if (name === undefined) throw new UsageError('Either --file or --name-en is needed.');
  return {
    name,
    description: translations(given, 'description'),
    sampleType: given.text('sample-type'),
    ...(hasAnalytes && { loincNums: given.list('loinc') }),
    active: !given.flag('inactive'),
  };
}

const putCommand = (kind: ProductKind): Command => ({
  name: kind.command,
  summary: `Makes a ${kind.noun} or replaces what it says.`,
  words: ['CANONICAL-ID'],
  options: {
    file: { type: 'string' },
    ...Object.fromEntries(textOptions.map((name) => [name, { type: 'string' as const }])),
    'sample-type': { type: 'string' },
    ...(kind.hasAnalytes && { loinc: { type: 'string' } }),
    inactive: { type: 'boolean' },
  },
  help: {
    '--file FILE': `all of it as JSON (PUT /admin/v1/${kind.collection}), instead of the following`,
    '--name-en NAME': 'also --name-de, --name-fr',
    '--description-en TEXT': 'also --description-de, --description-fr',
    '--sample-type TEXT': 'such as capillary blood',
    ...(kind.hasAnalytes && { '--loinc CODE,...': 'the LOINC codes that it measures' }),
    '--inactive': 'it can be read, not ordered',
  },
  async run({ service, say, readFile }, given) {
    const file = given.text('file');
    const content = file === undefined ? contentOf(given, kind) : readFile(file);
    const path = `/admin/v1/${kind.collection}/${encodeURIComponent(given.word('CANONICAL-ID'))}`;
    const { body, text } = await service.put<{ canonicalId: string; id: string; name: string; active: boolean }>(path, content);
    say(`Product ${body.canonicalId} (${body.id}): ${body.name}${body.active ? '' : ', inactive'}`);
    return text;
  },
});

export const productPut = putCommand({
  command: 'product put',
  noun: 'diagnostic product',
  collection: 'diagnostic_products',
  hasAnalytes: true,
});

export const kitProductPut = putCommand({
  command: 'kit-product put',
  noun: 'specimen collection kit product',
  collection: 'sck_products',
  hasAnalytes: false,
});
