import { StockNotice } from '#modules/catalog/ui/stock-notice.tsx';
import type { CheckoutOffer } from '../checkout.schema.ts';

type StockLevelsProps = { items: CheckoutOffer['items']; notes: readonly string[] };

/**
 * Shows how many units this order could have, if few are left, and notes about what was left out.
 */
export function StockLevels({ items, notes }: StockLevelsProps) {
  const levels = items.map((item) =>
    item.stock_left === null ? null : (
      <div key={item.product_id} className="text-sm">
        {items.length > 1 ? <span className="sr-only">{`${item.name}: `}</span> : null}
        <StockNotice available={item.stock_left} />
      </div>
    ),
  );
  return (
    <>
      {notes.map((note) => (
        <p key={note} className="font-medium text-berry">
          {note}
        </p>
      ))}
      {levels}
    </>
  );
}
