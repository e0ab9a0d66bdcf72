import { email, nullable, text } from '@gateway/kernel';
import { z } from 'zod';

/** Whom the kits are for. */
export const contactInput = z.object({
  firstName: text({ example: 'Erika' }),
  lastName: text({ example: 'Mustermann' }),
  email: email(),
  phone: nullable(text({ blank: true })),
});

export type Contact = z.output<typeof contactInput>;
