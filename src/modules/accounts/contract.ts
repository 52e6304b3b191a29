import { z } from 'zod';

export const sessionOutput = z.object({
  user: z
    .object({
      id: z.string(),
      email: z.string(),
      firstName: z.string(),
      displayName: z.string(),
      role: z.enum(['admin', 'customer']),
    })
    .nullable(),
});

export type SessionAnswer = z.infer<typeof sessionOutput>;
