import { z } from 'zod';

import { scopes } from './api-keys.ts';

export const keyRefusals = {
  no_name: 'Give the key a name of at most 80 characters, for example the system that uses it.',
  no_scopes: 'Choose at least one thing that the key may do.',
  too_many: 'A shop has at most 50 keys in use. Revoke one first.',
};

export type KeyRefusal = keyof typeof keyRefusals;

export const keyInput = z.object({ name: z.string().trim(), scopes: z.array(z.enum(scopes)) });

/** Call that returns the OpenAPI document. */
export type DocumentCalls = { 'GET /openapi.json': { input: undefined; output: unknown } };
