import { useState } from 'react';

import { goodsOf } from '#modules/shop-events/shop-event.ts';
import { recordableArrival } from '#modules/conversions/ui/visit-attribution.ts';
import { track } from '#modules/shop-events/ui/ad-events.ts';
import { centsToDollars } from '#shared/money.ts';
import { Button } from '#ui/button.tsx';
import { call } from '#modules/api-client.ts';
import { ExternalIcon } from '#ui/icons.tsx';
import { toast } from '#ui/toast.tsx';

type BuyNowProps = { productId: string; name: string; priceCents: number; quantity: number };

const stockRefusals = new Set(['sold_out', 'too_many', 'too_many_units', 'no_product']);

/** Opens a tab during the press. A tab opened after the server's answer would be blocked. */
function openTab(): Window | null {
  const tab = window.open('', '_blank');
  if (tab === null) return null;
  tab.opener = null;
  tab.document.title = 'Checkout';
  tab.document.body.textContent = 'Opening your checkout…';
  return tab;
}

/**
 * Begins a checkout of only these units and navigates the tab there. Returns an error message, or
 * null.
 */
async function buy({ productId, name, priceCents, quantity }: BuyNowProps): Promise<string | null> {
  const tab = openTab();
  const item = { id: productId, quantity, product: { name, price: centsToDollars(priceCents) } };
  // Required by the specification. The shop reads only the product and the units.
  const order = { items: [item], userEmail: null, arrival: recordableArrival() };
  const answer = await call('POST /create-checkout', order);
  if (answer.ok && answer.body.url) {
    track({ name: 'InitiateCheckout', ...goodsOf([{ productId, quantity }], priceCents * quantity) });
    const { href } = new URL(answer.body.url, window.location.href);
    (tab ?? window).location.assign(href);
    return null;
  }
  tab?.close();
  const isStock = !answer.ok && stockRefusals.has(answer.reason);
  return isStock ? answer.message : 'Failed to start checkout process';
}

/**
 * Buys these units at once, in a new tab and separate from the cart. Works as a plain form before
 * hydration.
 */
export function BuyNow(props: BuyNowProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const start = async () => {
    setBusy(true);
    const found = await buy(props);
    setProblem(found);
    if (found !== null) toast({ title: 'Error', description: found, destructive: true });
    setBusy(false);
  };
  return (
    <form
      method="post"
      action="/product"
      target="_blank"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void start();
      }}
    >
      <input type="hidden" name="form" value="buy" />
      <input type="hidden" name="product_id" value={props.productId} />
      <input type="hidden" name="quantity" value={props.quantity} />
      <Button type="submit" look="second" busy={busy} className="w-full">
        <span>Buy Now</span>
        <ExternalIcon className="size-4" />
        <span className="sr-only">(opens the checkout in a new tab)</span>
      </Button>
      {problem === null ? null : <p className="mt-2 text-berry">{problem}</p>}
    </form>
  );
}
