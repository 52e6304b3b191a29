import { CartDrawer } from '#modules/cart/ui/cart-drawer.tsx';
import { PromotionRows } from '#modules/discounts/ui/promotion-rows.tsx';

/** Cart drawer with the promotion's effects. */
export function ShopCartDrawer() {
  return <CartDrawer offers={<PromotionRows />} />;
}
