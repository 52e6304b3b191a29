import { z } from 'zod';

export const sessionOutput = z.object({
  user: z
    .object({
      id: z.string(),
      email: z.string(),
      firstName: z.string(),
      displayName: z.string(),
      role: z.enum(['admin', 'customer']),
      /** Whether sign-in asks for a code of an authenticator. */
      hasAuthenticator: z.boolean(),
    })
    .nullable(),
});

export type SessionAnswer = z.infer<typeof sessionOutput>;

/** Either of the two. */
export const confirmInput = z
  .object({
    password: z.string().min(1, 'Enter your password.').max(128).optional(),
    code: z
      .string()
      .regex(/^\d{6}$/, 'Enter the 6 digits that your authenticator shows.')
      .optional(),
  })
  .refine(({ password, code }) => (password === undefined) !== (code === undefined), 'Enter your password or a code.');
export const confirmOutput = z.object({ confirmed: z.literal(true) });

export type Proof = z.infer<typeof confirmInput>;

export const confirmRefusals = {
  wrong: 'That is not right. Please try again.',
  used: 'Each code works once: please wait for the next one that your app shows.',
  no_authenticator: 'No authenticator is on for this account. Enter your password.',
  too_many: 'Too many attempts. Please try again in 15 minutes.',
};

export type ConfirmRefusal = keyof typeof confirmRefusals;

export const roleRefusals = {
  no_user: 'This customer does not exist any more.',
  last_admin: 'The last admin cannot be removed. Make somebody else admin first.',
};

export type RoleRefusal = keyof typeof roleRefusals;
