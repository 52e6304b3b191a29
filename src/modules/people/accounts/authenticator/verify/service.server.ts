import type { Visitor } from '#platform/http/visitor.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { textOf } from '../../calls/service.server.ts';
import type { Auth } from '../../service.server.ts';
import { usedCode } from '../one-use/service.server.ts';

type Giving = { auth: Auth; request: Request; visitor: Visitor };

export type CodeRefusal = 'wrong' | 'used';

/** Gives a code of the authenticator for whoever sends this request. Refuses `wrong`, and `used` for one that was accepted before. */
export async function giveCode(
  { auth, request, visitor }: Giving,
  code: string,
): Promise<Result<Response, CodeRefusal>> {
  const answer = await auth.call('/two-factor/verify-totp', { code }, { request, sender: visitor });
  if (answer.ok) return ok(answer);
  const said: unknown = await answer.json().catch(() => null);
  return refuse(textOf(said, 'code') === usedCode ? 'used' : 'wrong');
}
