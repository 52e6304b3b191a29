import { z } from 'zod';

import { scopes } from './api-keys.ts';

export const keyRefusals = {
  no_name: 'Enter a name of up to 80 characters, for example the system that uses the key.',
  no_scopes: 'Choose at least one permission.',
  too_many: 'You can have up to 50 active keys. Revoke one first.',
};

export type KeyRefusal = keyof typeof keyRefusals;

export const keyInput = z.object({ name: z.string().trim(), scopes: z.array(z.enum(scopes)) });

/** Call that returns the OpenAPI document. */
export type DocumentCalls = { 'GET /openapi.json': { input: undefined; output: unknown } };
