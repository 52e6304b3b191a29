import { z } from 'zod';

import { endpoint, endpointWithBody, successOutput } from '#platform/http/endpoint.server.ts';
import { addressBy } from '#shared/address.ts';
import { emailSentence, isEmailAddress } from '#shared/email-address.ts';
import { normalizeIdentifier, normalizeCompactIdentifier } from '#shared/identifier.ts';
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
      .overwrite(normalizeCompactIdentifier)
      .regex(/^\d{6}$/, 'Enter the 6-digit code from your authenticator app.')
      .optional(),
  })
  .refine(
    ({ password, code }) => (password === undefined) !== (code === undefined),
    'Enter your password or an authenticator code.',
  );
const confirmOutput = z.object({ confirmed: z.literal(true) });

export type Proof = z.infer<typeof confirmInput>;

export const confirmRefusals = {
  wrong: 'That password or code is incorrect. Try again.',
  used: 'This code was already used. Wait for the next code in your app.',
  no_authenticator: 'This account has no authenticator app. Enter your password.',
  too_many: 'Too many attempts. Try again in 15 minutes.',
};

export type ConfirmRefusal = keyof typeof confirmRefusals;

export const roleRefusals = {
  no_user: 'This customer no longer exists.',
  last_admin: 'You can’t remove the last admin. Make someone else an admin first.',
  own_role: 'You can’t change your own role. Ask another admin.',
  no_longer_admin: 'You’re no longer an admin. Nothing was changed.',
  changed_meanwhile: 'Someone else changed this role. Reload the page and review it.',
};

export type RoleRefusal = keyof typeof roleRefusals;

const hasRole = 'This person is already on the team. Change their role in the list.';

export const invitationRefusals = {
  has_role: hasRole,
  invited: 'This address already has an invitation. Resend it, or revoke it first.',
  too_many_open: 'You have 50 pending invitations. Revoke one first.',
  no_longer_admin: roleRefusals.no_longer_admin,
  ended: endedInvitation,
};

export type InvitationRefusal = keyof typeof invitationRefusals;

export const acceptRefusals = {
  ended: `${endedInvitation} Ask an admin for a new one.`,
  has_role: 'This account already has a role. Ask an admin to change it.',
  no_account: 'This account no longer exists. Open the link again.',
};

export type AcceptRefusal = keyof typeof acceptRefusals;

/** Schema of the form that invites. */
export const invitationInput = z.object({
  email: z
    .string()
    .overwrite(normalizeIdentifier)
    .refine(isEmailAddress, emailSentence)
    .refine((email) => email.length <= 180, 'Use an email address of at most 180 characters.')
    .transform((email) => email.toLowerCase()),
  role: z.enum(teamRoles, 'Choose a role.'),
});

export const resetRefusals = {
  no_user: 'This customer no longer exists.',
  no_second_factor: 'This account doesn’t use two-factor authentication.',
  own_account: 'Change your own two-factor settings under Account > Security.',
};

export type ResetRefusal = keyof typeof resetRefusals;

export const sessionCall = endpoint('get', '/session', { summary: 'Get the signed-in user', output: sessionOutput });

export const confirmCall = endpointWithBody('post', '/auth-confirm', {
  summary: 'Confirm the password or an authenticator code for 15 minutes',
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
  summary: 'Set consent for advertising measurement',
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
  summary: 'List the signed-in customer’s addresses, default first',
  output: addressesOutput,
});
