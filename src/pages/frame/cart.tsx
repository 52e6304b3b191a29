import { CartDrawer } from '#modules/cart/ui/cart-drawer.tsx';
import { PromotionRows } from '#modules/discounts/ui/promotion-rows.tsx';

/** The cart with what the promotion does to it. */
export function Cart() {
  return <CartDrawer offers={<PromotionRows />} />;
}
