import { shopName, type Metadata } from '#modules/payments/metadata.ts';
import type { PaymentsCtx } from '#modules/payments/service.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';

import * as repo from './repo.server.ts';
import { recordOf } from './provider/contract.ts';
import type { QuoteVersion } from './rules.ts';

/** What a checkout stands at; `notes` say what could not stay as it was. */
export type Offer = repo.Present & { notes: readonly string[] };

/** What the provider keeps with the payment of a quote: the shop's name, and all that its order needs. */
export function orderRecord(
  { settings }: Pick<PaymentsCtx, 'settings'>,
  { orderNumber }: repo.CheckoutRow,
  quote: QuoteVersion,
): Metadata {
  return { ...recordOf(orderNumber, quote), shop: shopName(settings) };
}

/** What a checkout offers at present; an unknown id is a 404. */
export async function offerOf(db: Db, checkoutId: string): Promise<Offer> {
  const present = await repo.findPresent(db, checkoutId);
  if (present === null) throw notFound();
  return { ...present, notes: [] };
}

/** The checkout if it is the visitor's; another's reads like an unknown one: 404. */
export async function ownCheckout(db: Db, visitor: Visitor, name: repo.CheckoutName): Promise<repo.CheckoutRow> {
  const checkout = await repo.findOwn(db, visitor, name);
  if (checkout === null) throw notFound();
  return checkout;
}
