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
  '/api/auth/sign-up/email': call('Sign up. The link in the email creates the account', {
    name: text,
    email,
    password: text,
  }),
  '/api/auth/sign-in/email': call('Sign in', { email, password: text }),
  '/api/auth/sign-out': call('Sign out', null),
  '/api/auth/request-password-reset': call('Request a password reset email', { email, redirectTo: text }, ['email']),
  '/api/auth/reset-password': call('Set a new password with the token from the email', {
    newPassword: text,
    token: text,
  }),
  '/api/auth/send-verification-email': call('Resend the confirmation email', { email }),
  '/api/auth/verify-email': call('Create the account with the token from the email', {
    token: text,
  }),
  '/api/auth/confirm-device': call('Confirm this browser with the token from the email', { token: text }),
  '/api/auth/reset-password/{token}': {
    get: {
      summary: 'Open the password reset page from the email link',
      tags: ['Accounts'],
      parameters: [{ name: 'token', in: 'path', required: true, schema: text }],
      responses: { default: { description: 'Redirects (302) to the shop' }, 400: refused },
    },
  },
  '/api/auth/two-factor/verify-totp': call('Finish signing in with an authenticator code. Each code works once', {
    code: text,
  }),
  '/api/auth/two-factor/verify-backup-code': call('Finish signing in with a backup code. Each code works once', {
    code: text,
  }),
};

/** Route of the payment provider's webhook. */
export const providerWebhook = {
  '/api/stripe-webhook': {
    post: {
      summary: 'Receive signed events from the payment provider',
      tags: ['Payment'],
      parameters: [{ name: 'stripe-signature', in: 'header', required: true, schema: text }],
      requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
      responses: { 200: { description: 'Taken, now or before' }, 400: { description: 'Not signed by the provider' } },
    },
  },
};
