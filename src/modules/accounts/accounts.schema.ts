import { z } from 'zod';

import { endpoint, endpointWithBody, successOutput } from '#platform/http/endpoint.server.ts';
import { addressBy } from '#shared/address.ts';
import { emailSentence, isEmailAddress } from '#shared/email-address.ts';
import { identifier, solidIdentifier } from '#shared/identifier.ts';
import { teamRoles } from '#shared/roles.ts';

import { endedInvitation } from './invitations.ts';
import { maxAddresses } from './saved-addresses.ts';

const sessionOutput = z.object({
  user: z
    .object({
      id: z.string(),
      email: z.string(),
      firstName: z.string(),
      displayName: z.string(),
      role: z.enum([...teamRoles, 'customer']),
      /** True when sign-in requires an authenticator code. */
      hasAuthenticator: z.boolean(),
    })
    .nullable(),
});

export type SessionOutput = z.infer<typeof sessionOutput>;

/** Either the password or an authenticator code. */
const confirmInput = z
  .object({
    password: z.string().min(1, 'Enter your password.').max(128).optional(),
    code: z
      .string()
      .overwrite(solidIdentifier)
      .regex(/^\d{6}$/, 'Enter the 6 digits that your authenticator shows.')
      .optional(),
  })
  .refine(({ password, code }) => (password === undefined) !== (code === undefined), 'Enter your password or a code.');
const confirmOutput = z.object({ confirmed: z.literal(true) });

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
  own_role: 'Nobody can change their own role. Ask another admin.',
  no_longer_admin: 'You are no longer an admin, so nothing was changed.',
  changed_meanwhile: 'Somebody else changed this role meanwhile. Look at it again.',
};

export type RoleRefusal = keyof typeof roleRefusals;

const hasRole = 'This account has a role already. Change it in the list.';

export const invitationRefusals = {
  has_role: hasRole,
  invited: 'This address is invited already. Send the invitation again, or withdraw it first.',
  too_many_open: '50 invitations are open. Withdraw one first.',
  no_longer_admin: roleRefusals.no_longer_admin,
  ended: endedInvitation,
};

export type InvitationRefusal = keyof typeof invitationRefusals;

export const acceptRefusals = {
  ended: `${endedInvitation} Ask for a new one.`,
  has_role: 'This account has a role already. Ask an admin to change it.',
  no_account: 'This account does not exist any more. Open the link again.',
};

export type AcceptRefusal = keyof typeof acceptRefusals;

/** Schema of the form that invites. */
export const invitationInput = z.object({
  email: z
    .string()
    .overwrite(identifier)
    .refine(isEmailAddress, emailSentence)
    .refine((email) => email.length <= 180, 'Use an email address of at most 180 characters.')
    .transform((email) => email.toLowerCase()),
  role: z.enum(teamRoles, 'Choose a role.'),
});

export const resetRefusals = {
  no_user: 'This customer does not exist any more.',
  no_second_factor: 'This account has no second factor to reset.',
  own_account: 'Your own second factor is changed under Account, Security.',
};

export type ResetRefusal = keyof typeof resetRefusals;

export const sessionCall = endpoint('get', '/session', { summary: 'Who is signed in', output: sessionOutput });

export const confirmCall = endpointWithBody('post', '/auth-confirm', {
  summary: 'Proves the password, or a code of the authenticator, for the next 15 minutes',
  input: confirmInput,
  output: confirmOutput,
});

/** Calls of the sign-in library that pages make. */
export type SignInCalls = {
  'POST /auth/sign-in/email': { input: { email: string; password: string }; output: unknown };
  'POST /auth/sign-out': { input: Record<string, never>; output: unknown };
  'POST /auth/request-password-reset': { input: { email: string; redirectTo: string }; output: unknown };
};

export const decideCall = endpointWithBody('post', '/consent', {
  summary: 'Agree to the measurement of advertising, or not',
  input: z.object({ ads: z.boolean(), version: z.string().min(1).max(40) }),
  output: successOutput,
});

const addressesOutput = z.object({
  addresses: z.array(
    z.object({
      id: z.string(),
      ...addressBy(() => z.string()),
      isDefault: z.boolean(),
    }),
  ),
});

export const addressRefusals = {
  too_many_addresses: `You keep ${maxAddresses} addresses already. Delete one to add another.`,
  unknown_address: 'This address is no longer kept.',
} as const;

export type AddressRefusal = keyof typeof addressRefusals;

export const listCall = endpoint('get', '/addresses', {
  summary: 'The addresses of the signed-in customer, the default first',
  output: addressesOutput,
});
