const text = { type: 'string' } as const;
const email = { type: 'string', format: 'email' } as const;
const done = { description: 'Done' };
const refused = { description: 'Refused, with a message' };

type Body = Record<string, { type: 'string' | 'boolean'; format?: string }>;

function call(summary: string, body: Body | null, required: string[] = Object.keys(body ?? {})) {
  const schema = { type: 'object', properties: body ?? {}, required };
  return {
    post: {
      summary,
      tags: ['Accounts'],
      ...(body === null ? {} : { requestBody: { required: true, content: { 'application/json': { schema } } } }),
      responses: { 200: done, 400: refused, 401: refused, 403: refused, 429: refused },
    },
  };
}

/** Routes of the sign-in library, as far as the shop's pages use them. */
export const authPaths = {
  '/api/auth/sign-up/email': call('Ask for an account; the link of a mail makes it', {
    name: text,
    email,
    password: text,
  }),
  '/api/auth/sign-in/email': call('Sign in', { email, password: text }),
  '/api/auth/sign-out': call('Sign out', null),
  '/api/auth/request-password-reset': call(
    'Ask for a mail with a link to a new password',
    { email, redirectTo: text },
    ['email'],
  ),
  '/api/auth/reset-password': call('Set a new password with the token of the mail', { newPassword: text, token: text }),
  '/api/auth/send-verification-email': call('Ask for the confirmation mail again', { email }),
  '/api/auth/verify-email': call('Make the account of the sign-up that the token of the mail confirms', {
    token: text,
  }),
  '/api/auth/confirm-device': call('Let the account of the token of the mail know this browser', { token: text }),
  '/api/auth/reset-password/{token}': {
    get: {
      summary: 'Follow the link of the mail to the page for a new password',
      tags: ['Accounts'],
      parameters: [{ name: 'token', in: 'path', required: true, schema: text }],
      responses: { 302: { description: 'To the shop' }, 400: refused },
    },
  },
  '/api/auth/two-factor/verify-totp': call(
    'Give the code of the authenticator app to finish signing in; each works once',
    {
      code: text,
    },
  ),
  '/api/auth/two-factor/verify-backup-code': call('Give a backup code to finish signing in; each works once', {
    code: text,
  }),
};

/** Route of the payment provider's webhook. */
export const providerWebhook = {
  '/api/stripe-webhook': {
    post: {
      summary: 'Events of the payment provider, signed by it',
      tags: ['Payment'],
      parameters: [{ name: 'stripe-signature', in: 'header', required: true, schema: text }],
      requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
      responses: { 200: { description: 'Taken, now or before' }, 400: { description: 'Not signed by the provider' } },
    },
  },
};
