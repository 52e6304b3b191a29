import { and, eq, inArray, ne, sql, type SQL, type SQLWrapper } from 'drizzle-orm';

import { preparedStatement, type Placeholders } from '#platform/db/prepared-statement.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { isNullViolation } from '#platform/db/database-errors.server.ts';
import { firstRow, jsonRows } from '#platform/db/rows.server.ts';
import { defer } from '#platform/db/transaction.server.ts';

import { discountCodes, discountRedemptions } from './tables.server.ts';

const holdOne = (db: Db, { codeId, cartId }: Record<'codeId' | 'cartId', SQL>, isNeeded = sql`true`) =>
  db
    .update(discountCodes)
    .set({ held: sql`${discountCodes.held} + 1` })
    .where(
      sql`${isNeeded} and ${discountCodes.id} = ${codeId} and (${discountCodes.cartId} is null or ${discountCodes.cartId} = ${cartId}) and (${discountCodes.maxUses} is null or ${discountCodes.used} + ${discountCodes.held} < ${discountCodes.maxUses})`,
    )
    .returning({ id: discountCodes.id });

export type Redemption = { codeId: string; state: 'held' | 'redeemed' | 'released' };

/**
 * SQL column: the codes that a checkout has redeemed, holds or released, for a statement that joins
 * tables.
 */
export const checkoutRedemptions = (checkoutId: SQLWrapper) =>
  jsonRows(
    { codeId: discountRedemptions.codeId, state: discountRedemptions.state },
    {
      from: sql`${discountRedemptions} where ${discountRedemptions.checkoutId} = ${checkoutId}`,
      order: sql`${discountRedemptions.codeId}`,
    },
  );

type Use = Redemption & { checkoutId: string; customerKey: string | null };

type NewUse = { [Name in keyof Use]: Use[Name] | undefined };

/** An unknown customer is left undefined, so that the stored one is not overwritten. */
const known = ({ checkoutId, codeId, state, customerKey }: Use) => ({
  checkoutId,
  codeId,
  state,
  customerKey: customerKey ?? undefined,
});

const writeUse = (db: Pick<Db, 'insert'>, { checkoutId, codeId, state, customerKey }: Placeholders<NewUse>) =>
  db
    .insert(discountRedemptions)
    .values({ checkoutId, codeId, state, customerKey })
    .onConflictDoUpdate({
      target: [discountRedemptions.checkoutId, discountRedemptions.codeId],
      set: { state, customerKey },
    });

type Holding = Omit<Use, 'state'> & { cartId: string };

const holdUse = preparedStatement((db, { checkoutId, codeId, customerKey, cartId }: Placeholders<Holding>) => {
  const taken = db.$with('taken').as(holdOne(db, { codeId, cartId }));
  const held = db.$with('held_use', { codeId: discountRedemptions.codeId }).as(sql`
    insert into ${discountRedemptions} as stored (checkout_id, code_id, customer_key, state)
    select ${checkoutId}::uuid, id, ${customerKey}::text, 'held' from taken
    on conflict (checkout_id, code_id) do update
    set state = 'held', customer_key = coalesce(excluded.customer_key, stored.customer_key)
    returning code_id`);
  return db.with(taken, held).select().from(held);
});

/** A use to hold. `newCodeId`: it is not held yet. `heldCodeId`: only its customer is stored. */
export type CodeHold = Pick<Holding, 'cartId' | 'customerKey'> & {
  newCodeId?: string | undefined;
  heldCodeId?: string | undefined;
};

/**
 * Parts of a statement that hold one use of a code for the checkout whose id `stored` returns, if
 * it returns one. The statement fails with an error that `isCodeExhaustedError` if no use is left,
 * or if the code belongs to another cart.
 */
export function holdingParts(db: Db, stored: SQLWrapper, hold: Placeholders<Partial<CodeHold>>) {
  const { newCodeId, heldCodeId, cartId, customerKey } = hold;
  const useOf = (codeId: SQLWrapper) =>
    db.$with('held_use', { one: sql`1` }).as(sql`
      insert into ${discountRedemptions} as use (checkout_id, code_id, customer_key, state)
      select id, ${codeId}, ${customerKey}::text, 'held' from ${stored}
      on conflict (checkout_id, code_id) do update
      set state = 'held', customer_key = coalesce(excluded.customer_key, use.customer_key)
      returning 1 as one`);
  if (heldCodeId) return [useOf(sql`${heldCodeId}::uuid`)];
  if (!newCodeId || !cartId) return [];
  const isStored = sql`exists (select from ${stored})`;
  const taken = db.$with('taken').as(holdOne(db, { codeId: newCodeId, cartId }, isStored));
  return [taken, useOf(sql`(select id from ${taken})`)];
}

/**
 * True when a use could not be held because none is left: no code row matched, so the redemption
 * has no code.
 */
export const isCodeExhaustedError = (error: unknown) => isNullViolation(error, discountRedemptions);

/** Holds one use for a cart that may have it. Returns false if no use is left. */
export async function reserveCodeUse(db: Db, { checkoutId, codeId, customerKey, cartId }: Holding): Promise<boolean> {
  return (await holdUse(db, { checkoutId, codeId, customerKey, cartId })).length === 1;
}

const endHeld = (used: SQL) =>
  preparedStatement((db, use: Placeholders<NewUse>) => {
    const counted = db.$with('counted').as(
      db
        .update(discountCodes)
        .set({ held: sql`${discountCodes.held} - 1`, used })
        .where(eq(discountCodes.id, use.codeId))
        .returning({ one: sql`1` }),
    );
    return writeUse(db.with(counted), use);
  });
const redeemHeld = endHeld(sql`${discountCodes.used} + 1`);
const releaseHeld = endHeld(sql`${discountCodes.used}`);

/** Redeems or releases the held use of a code, without waiting for the result (`defer`). */
export async function updateHeld(tx: Db, use: Use & { state: 'redeemed' | 'released' }): Promise<void> {
  await defer(tx, (use.state === 'redeemed' ? redeemHeld : releaseHeld)(tx, known(use)));
}

/** Counts uses (held or redeemed) of a code by one customer in other checkouts. */
export async function countUsesBy(
  db: Db,
  { codeId, customerKey, exceptCheckout }: { codeId: string; customerKey: string; exceptCheckout: string },
): Promise<number> {
  return db.$count(
    discountRedemptions,
    and(
      eq(discountRedemptions.codeId, codeId),
      eq(discountRedemptions.customerKey, customerKey),
      ne(discountRedemptions.state, 'released'),
      ne(discountRedemptions.checkoutId, exceptCheckout),
    ),
  );
}

/** Releases the redeemed use of a code after its order was cancelled, once. */
export async function releaseRedeemed(tx: Db, checkout: string): Promise<void> {
  const { checkoutId, state } = discountRedemptions;
  const { id, used } = discountCodes;
  const isRedeemed = and(eq(checkoutId, checkout), eq(state, 'redeemed'));
  const use = await firstRow(tx.update(discountRedemptions).set({ state: 'released' }).where(isRedeemed).returning());
  if (use === null) return;
  await tx
    .update(discountCodes)
    .set({ used: sql`${used} - 1` })
    .where(eq(id, use.codeId));
}

/**
 * Redeems the released use again, if one is left, because the order is no longer cancelled. The
 * order keeps its discount in any case.
 */
export async function redeemReleased(tx: Db, checkout: string, codeText: string): Promise<void> {
  const { checkoutId, codeId, state } = discountRedemptions;
  const { code, held, id, maxUses, used } = discountCodes;
  const isReleased = and(eq(checkoutId, checkout), eq(state, 'released'));
  const isItsCode = inArray(id, tx.select({ codeId }).from(discountRedemptions).where(isReleased));
  const hasUseLeft = sql`(${maxUses} is null or ${used} + ${held} < ${maxUses})`;
  const counted = await firstRow(
    tx
      .update(discountCodes)
      .set({ used: sql`${used} + 1` })
      .where(and(eq(code, codeText), isItsCode, hasUseLeft))
      .returning(),
  );
  if (counted === null) return;
  await tx
    .update(discountRedemptions)
    .set({ state: 'redeemed' })
    .where(and(isReleased, eq(codeId, counted.id)));
}

/** Returns the redemptions of a customer. */
export function listRedemptions(db: Db, customerKey: string) {
  const { createdAt, state } = discountRedemptions;
  return db
    .select({ at: createdAt, state })
    .from(discountRedemptions)
    .where(eq(discountRedemptions.customerKey, customerKey));
}

/** Replaces a customer by an alias, so that the uses of a code still count. */
export async function updateCustomerKey(tx: Db, customerKey: string, alias: string): Promise<void> {
  await tx
    .update(discountRedemptions)
    .set({ customerKey: alias })
    .where(eq(discountRedemptions.customerKey, customerKey));
}

/** Deletes the uses of codes in checkouts, and no longer counts those that were redeemed. */
export async function removeRedemptions(tx: Db, checkoutIds: readonly string[]): Promise<void> {
  const isTheirs = inArray(discountRedemptions.checkoutId, [...checkoutIds]);
  const { codeId, state } = discountRedemptions;
  const deleted = await tx.delete(discountRedemptions).where(isTheirs).returning({ codeId, state });
  const redeemed = deleted.filter((use) => use.state === 'redeemed').map((use) => use.codeId);
  for (const id of new Set(redeemed)) {
    const uses = redeemed.filter((one) => one === id).length;
    const used = sql`${discountCodes.used} - ${uses}`;
    await tx.update(discountCodes).set({ used }).where(eq(discountCodes.id, id));
  }
}
