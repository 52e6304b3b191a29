import { useRef, useState } from 'react';

import { goodsOf } from '#modules/shop-events/shop-event.ts';
import { track } from '#modules/shop-events/ui/ad-events.ts';
import { dollarsToCents, formatUsd } from '#shared/money.ts';
import { useSite } from '#modules/content/ui/use-site.ts';
import { Button, ButtonLink, IconButton } from '#ui/button.tsx';
import { Dialog, DialogHead } from '#ui/dialog.tsx';
import type { ElementChildren } from '#ui/element-children.ts';
import { focusIfLost } from '#ui/focus.ts';
import { BagIcon, LockIcon, TrashIcon } from '#ui/icons.tsx';
import { Picture } from '#ui/picture.tsx';
import { Quantity } from '#ui/quantity.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useOnBfcacheRestore } from '#ui/window-event.ts';

import { closeCart, isReadyForCheckout, removeItem, updateQuantity, useCart, type CartItem } from './cart-store.ts';
import { LinePrice } from './line-price.tsx';

/** Total price of the lines, in cents. */
function subtotalOf(items: readonly CartItem[]): number {
  return items.reduce((sum, { product, quantity }) => {
    return sum + dollarsToCents(product.sale_price ?? product.price) * quantity;
  }, 0);
}

const lineOf = ({ product_id: productId, quantity }: CartItem) => ({ productId, quantity });

function Line({ item, onRemove }: { item: CartItem; onRemove: () => void }) {
  const { name, price, sale_price, image_url } = item.product;
  const max = item.available === null ? 99 : Math.max(item.quantity, Math.min(99, item.available));
  return (
    <li className="flex gap-4 border-b border-line py-5">
      <Picture
        src={image_url}
        alt=""
        width={96}
        height={96}
        sizes="96px"
        className="size-24 rounded-2xl object-cover"
      />
      <div className="flex-1">
        <p className="font-medium leading-snug">{name}</p>
        <LinePrice price={price} salePrice={sale_price} />
        <div className="mt-2 flex items-center justify-between">
          <Quantity
            quantity={item.quantity}
            of={name}
            least={0}
            most={max}
            onChange={(quantity) => (quantity === 0 ? onRemove() : void updateQuantity(item.id, quantity))}
          />
          <IconButton label={`Remove ${name}`} onClick={onRemove}>
            <TrashIcon />
          </IconButton>
        </div>
        {item.available !== null && item.quantity >= max ? (
          <p className="mt-1 text-sm text-berry">{`Only ${max} left in stock!`}</p>
        ) : null}
      </div>
    </li>
  );
}

function Empty({ isLoading }: { isLoading: boolean }) {
  const { seeProduct } = useSite();
  if (isLoading) {
    return (
      <div className="flex flex-1 items-center justify-center">
        <Spinner label="Loading your cart" />
      </div>
    );
  }
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-5 text-center">
      <BagIcon className="size-12 text-gold" />
      {/* Takes the focus if its button disappeared because the items were bought or removed
          elsewhere. */}
      <p ref={focusIfLost} tabIndex={-1} className="text-lg outline-none">
        Your cart is empty
      </p>
      <ButtonLink to="/product" look="second" onClick={closeCart}>
        {seeProduct}
      </ButtonLink>
    </div>
  );
}

function Footer({ items, offers }: { items: readonly CartItem[]; offers: ElementChildren }) {
  const [busy, setBusy] = useState(false);
  useOnBfcacheRestore(() => setBusy(false));
  const checkout = async () => {
    if (items.length === 0 || busy) return;
    setBusy(true);
    if (!(await isReadyForCheckout())) {
      setBusy(false);
      return;
    }
    track({ name: 'InitiateCheckout', ...goodsOf(items.map(lineOf), subtotalOf(items)) });
    // Full page load: the payment form is only allowed by the checkout page's own security policy.
    window.location.assign('/checkout');
  };
  return (
    <footer className="space-y-3 border-t border-line pt-5">
      <p className="flex justify-between text-lg font-medium">
        <span>Subtotal</span>
        <span className="tabular-nums">{`${formatUsd(subtotalOf(items))} USD`}</span>
      </p>
      {offers}
      <Button className="w-full" busy={busy} onClick={() => void checkout()}>
        <LockIcon />
        <span>{busy ? 'Processing...' : 'Secure Checkout'}</span>
      </Button>
      <p className="text-center text-sm text-soft">Shipping calculated at checkout • SSL Secured</p>
    </footer>
  );
}

/** Side drawer with the cart, on every page. `offers` is shown below the subtotal. */
export function CartDrawer({ offers }: { offers: ElementChildren }) {
  const { items, isOpen, isLoading } = useCart();
  const title = useRef<HTMLHeadingElement>(null);
  const remove = (item: CartItem) => {
    // Keeps the focus in the dialog, because the pressed button disappears with its line.
    title.current?.focus();
    void removeItem(item.id);
  };
  return (
    <Dialog open={isOpen} onClose={closeCart} labelledBy="cart-title" className="drawer bg-cream text-ink">
      {/* The whole drawer scrolls in a low window; otherwise too little of each line would be
          visible. */}
      <div className="flex min-h-full flex-col p-6 [@media(height>=36rem)]:h-full">
        <DialogHead
          id="cart-title"
          title="Shopping Cart"
          close="Close cart"
          onClose={closeCart}
          heading={{ ref: title, tabIndex: -1 }}
        />
        {items.length === 0 ? (
          <Empty isLoading={isLoading} />
        ) : (
          <ul className="flex-1 [@media(height>=36rem)]:overflow-y-auto">
            {items.map((item) => (
              <Line key={item.id} item={item} onRemove={() => remove(item)} />
            ))}
          </ul>
        )}
        {items.length === 0 ? null : <Footer items={items} offers={offers} />}
      </div>
    </Dialog>
  );
}
