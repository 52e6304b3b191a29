import { StockNotice } from '#modules/catalog/ui/stock-notice.tsx';
import type { CheckoutView } from '#modules/checkout/contract.ts';

/** How few are left of what is being bought: the units that this order could have, as the database counts them. */
export function StockLevels({ items }: { items: CheckoutView['items'] }) {
  return items.map((item) =>
    item.stock_left === null ? null : (
      <div key={item.product_id} className="text-sm">
        {items.length > 1 ? <span className="sr-only">{item.name}: </span> : null}
        <StockNotice available={item.stock_left} />
      </div>
    ),
  );
}
