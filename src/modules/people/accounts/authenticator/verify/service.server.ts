import { ok, refuse, type Result } from '#shared/result.ts';

import { textOf } from '../../calls/service.server.ts';
import { callLibrary, type PageCaller } from '../../page-auth/service.server.ts';
import { usedCode } from '../one-use/service.server.ts';

export type CodeRefusal = 'wrong' | 'used';

/** Gives a code of the authenticator for whoever sends this request. Refuses `wrong`, and `used` for one that was accepted before. */
export async function giveCode(caller: PageCaller, code: string): Promise<Result<null, CodeRefusal>> {
  const answer = await callLibrary(caller, '/two-factor/verify-totp', { code });
  if (answer.ok) return ok(null);
  const said: unknown = await answer.json().catch(() => null);
  return refuse(textOf(said, 'code') === usedCode ? 'used' : 'wrong');
}
