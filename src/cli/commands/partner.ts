import type { Command } from '../command';
import { UsageError } from '../failures';

export const partnerPut: Command = {
  name: 'partner put',
  summary: 'Makes a partner or changes its name.',
  words: ['SLUG'],
  options: { name: { type: 'string' } },
  help: { '--name NAME': 'what people call the partner' },
  async run({ service, say }, given) {
    const name = given.text('name');
    if (name === undefined) throw new UsageError('--name is missing.');
    const { body, text } = await service.put<{ slug: string; name: string }>(
      `/admin/v1/partners/${encodeURIComponent(given.word('SLUG'))}`,
      { name },
    );
    say(`Partner ${body.slug}: ${body.name}`);
    return text;
  },
};
