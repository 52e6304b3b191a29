import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

import { emailSentence, isEmailAddress } from '#shared/email-address.ts';
import { identifier } from '#shared/identifier.ts';
import { cut, oneLine } from '#shared/clean-text.ts';

import type { SendMail } from './accounts.emails.server.ts';
import { deviceHeader } from './device-cookie.server.ts';
import { confirmDevice } from './known-devices.server.ts';
import { findUser } from './accounts.queries.server.ts';
import { passwordMax, safeNext } from './account.ts';
import {
  confirmationUrl,
  confirmSignUp,
  findWaiting,
  insertSignUp,
  type LinkRefusal,
  type SignUp,
  type SignUpCtx,
} from './sign-up.server.ts';

const address = z
  .string()
  .overwrite(identifier)
  .refine(isEmailAddress, emailSentence)
  .transform((email) => email.toLowerCase());
const signUpInput = z.object({
  email: address,
  password: z.string().max(passwordMax),
  name: z.string(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  next: z.string().optional(),
});

/** Returns the first and last name, either as given or split from the full name. */
function namesOf({ name, firstName = '', lastName = '' }: z.infer<typeof signUpInput>) {
  const [first = '', ...rest] = name.split(' ');
  const tidy = (text: string) => cut(oneLine(text), 100);
  return { firstName: tidy(firstName) || tidy(first), lastName: tidy(lastName) || tidy(rest.join(' ')) };
}

export const deadLinkCodes: Record<LinkRefusal, string> = {
  expired: 'TOKEN_EXPIRED',
  used: 'TOKEN_USED',
  dead: 'INVALID_TOKEN',
};
const hashOf = (headers: Headers | undefined) => headers?.get(deviceHeader) ?? '';
const tokenInput = z.object({ token: z.string().max(500) });

/**
 * Replaces the library's calls of these names. A sign-up becomes an account only when its link is
 * pressed.
 */
export function signUpCalls(ctx: SignUpCtx, sendMail: SendMail) {
  const mailLink = (signUp: SignUp) => {
    const { email, firstName } = signUp;
    return sendMail('verify_email', { email, name: firstName }, confirmationUrl(ctx, signUp));
  };
  /**
   * Mails the owner of an existing account. Someone who forgot the account would otherwise wait for
   * a link that never comes; the page does not disclose it.
   */
  const mailOwner = async (email: string) => {
    const owner = await findUser(ctx.db, email);
    if (owner !== null) await sendMail('account_exists', { email, name: owner.name }, `${ctx.settings.publicUrl}/auth`);
  };
  return {
    id: 'sign-ups',
    endpoints: {
      signUpEmail: createAuthEndpoint('/sign-up/email', { method: 'POST', body: signUpInput }, async (call) => {
        const { email, password, next = null } = call.body;
        const newSignUp = {
          email,
          password,
          ...namesOf(call.body),
          next: safeNext(next),
          deviceHash: hashOf(call.headers),
        };
        const signUp = await insertSignUp(ctx, newSignUp);
        await (signUp === null ? mailOwner(email) : mailLink(signUp));
        return call.json({ status: true });
      }),
      sendVerificationEmail: createAuthEndpoint(
        '/send-verification-email',
        { method: 'POST', body: z.object({ email: address }) },
        async (call) => {
          const { email } = call.body;
          const waiting = await findWaiting(ctx.db, { email, deviceHash: hashOf(call.headers) });
          await (waiting === null ? mailOwner(email) : mailLink(waiting));
          return call.json({ status: true });
        },
      ),
      verifyEmail: createAuthEndpoint('/verify-email', { method: 'POST', body: tokenInput }, async (call) => {
        const confirmed = await confirmSignUp(ctx, call.body.token, hashOf(call.headers));
        if (!confirmed.ok) throw new APIError('BAD_REQUEST', { code: deadLinkCodes[confirmed.reason] });
        const { userId, next, isAsker } = confirmed.value;
        // The link may be a stranger's. It signs in only the browser that requested it, and signs
        // nobody out.
        const signsIn = isAsker && (await getSessionFromCtx(call)) === null;
        const { internalAdapter } = call.context;
        const user = signsIn ? await internalAdapter.findUserById(userId) : null;
        if (user !== null) await setSessionCookie(call, { session: await internalAdapter.createSession(userId), user });
        return call.json({ isSignedIn: user !== null, next });
      }),
      confirmDevice: createAuthEndpoint('/confirm-device', { method: 'POST', body: tokenInput }, async (call) => {
        const isDone = await confirmDevice(ctx, call.body.token, hashOf(call.headers));
        if (!isDone) throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN' });
        return call.json({ status: true });
      }),
    },
  } satisfies BetterAuthPlugin;
}
