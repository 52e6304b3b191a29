import { z } from 'zod';

import type { Actor } from '#modules/audit/rules.ts';
import { recordChange } from '#modules/audit/service.server.ts';
import { differenceOf, stampOf } from '#modules/audit/stamp.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';
import { momentOf } from '#shared/typed.ts';

import type { EditRefusal } from './contract.ts';
import * as repo from './repo.server.ts';

type Promotion = Pick<repo.ProductRow, 'promotionIsOn' | 'promotionStartsAt' | 'promotionEndsAt'>;

const facts = ({ promotionIsOn, promotionStartsAt, promotionEndsAt }: Promotion): Promotion => ({
  promotionIsOn,
  promotionStartsAt,
  promotionEndsAt,
});

/** The mark that an edit of the promotion must bring. */
export const promotionStamp = (product: Promotion) => stampOf(facts(product));

const moment = z
  .string()
  .default('')
  .transform((typed, check) => {
    const at = momentOf(typed);
    if (typed === '' || at !== null) return at;
    check.addIssue({ code: 'custom', message: 'Choose a date and a time' });
    return z.NEVER;
  });

/** The promotion's form; moments in UTC. */
export const promotionInput = z
  .object({
    promotionIsOn: z
      .string()
      .optional()
      .transform((value) => value === 'on'),
    promotionStartsAt: moment,
    promotionEndsAt: moment,
    stamp: z.string().default(''),
  })
  .refine(({ promotionStartsAt: from, promotionEndsAt: to }) => from === null || to === null || from < to, {
    path: ['promotionEndsAt'],
    message: 'The end must be after the beginning',
  });

type Edit = Promotion & { productId: string; stamp: string };

/** Switches 'Buy 2 Get 1 Free' of a product on or off, or gives it dates; open checkouts follow with their next change. */
export function editPromotion(
  ctx: Ctx,
  actor: Actor,
  { productId, stamp, ...edit }: Edit,
): Promise<Result<null, EditRefusal>> {
  return decide<Result<null, EditRefusal>>(ctx.db, async (tx) => {
    const row = await repo.findLocked(tx, productId);
    if (row === null) return refuse('gone');
    const before = facts(row);
    const after = facts(edit);
    if (stampOf(before) !== stamp) return refuse('changed_meanwhile');
    if (stampOf(after) === stamp) return ok(null);
    await repo.updateProduct(tx, productId, after);
    const subject = `product:${productId}`;
    await recordChange(tx, actor, { action: 'promotion.edit', subject, ...differenceOf(before, after) });
    return ok(null);
  });
}
