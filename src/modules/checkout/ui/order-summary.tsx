import type { CheckoutView } from '#modules/checkout/contract.ts';
import { formatUsd } from '#shared/money.ts';
import { IconButton } from '#ui/button.tsx';
import { ChevronIcon, TrashIcon } from '#ui/icons.tsx';
import { Picture } from '#ui/picture.tsx';
import { Quantity } from '#ui/quantity.tsx';

/** '$59.00' from the dollars of the wire. */
export const money = (dollars: number) => formatUsd(Math.round(dollars * 100));

type ChangeItem = (productId: string, quantity: number) => void;

function Item({ item, busy, onChange }: { item: CheckoutView['items'][number]; busy: boolean; onChange: ChangeItem }) {
  return (
    <li className="flex gap-4 py-4">
      <Picture src={item.image_url} alt="" width={80} height={80} sizes="80px" widths={[480]} className="size-20 rounded-2xl object-cover" />
      <div className="min-w-0 flex-1">
        <p className="font-medium leading-snug">{item.name}</p>
        <p className="text-sm text-soft">{money(item.unit_price)}</p>
        <div className="mt-1 flex items-center justify-between">
          <Quantity
            quantity={item.quantity}
            of={item.name}
            least={1}
            most={99}
            disabled={busy}
            onChange={(quantity) => onChange(item.product_id, quantity)}
          />
          <IconButton label={`Remove ${item.name}`} disabled={busy} onClick={() => onChange(item.product_id, 0)}>
            <TrashIcon />
          </IconButton>
        </div>
      </div>
    </li>
  );
}

function Amount({ label, amount }: { label: string; amount: string }) {
  return (
    <div className="flex justify-between py-1">
      <dt>{label}</dt>
      <dd className="tabular-nums">{amount}</dd>
    </div>
  );
}

export function Amounts({ view }: { view: CheckoutView }) {
  return (
    <dl className="border-t border-line pt-4">
      <Amount label="Subtotal" amount={money(view.subtotal)} />
      {view.promotion === null ? null : <Amount label={view.promotion.name} amount={`-${money(view.promotion.amount)}`} />}
      {view.code === null || view.code.amount === 0 ? null : (
        <Amount label={view.code.name} amount={`-${money(view.code.amount)}`} />
      )}
      {view.shippingAmount > 0 ? <Amount label="Shipping" amount={money(view.shippingAmount)} /> : null}
      {view.taxAmount > 0 ? <Amount label="Tax" amount={money(view.taxAmount)} /> : null}
      <div className="mt-2 flex items-baseline justify-between border-t border-line pt-3 text-xl font-medium">
        <dt>Total</dt>
        <dd className="tabular-nums">{money(view.total)} USD</dd>
      </div>
    </dl>
  );
}

type OrderSummaryProps = { view: CheckoutView; busy: boolean; onChange: ChangeItem };

function Contents({ view, busy, onChange }: OrderSummaryProps) {
  return (
    <>
      <ul className="divide-y divide-line">
        {view.items.map((item) => (
          <Item key={item.product_id} item={item} busy={busy} onChange={onChange} />
        ))}
      </ul>
      <Amounts view={view} />
    </>
  );
}

/** What is bought and what it costs: beside the form on a wide screen, a folded bar above it on a phone. */
export function OrderSummary(props: OrderSummaryProps) {
  return (
    <>
      <details className="group rounded-card bg-blush px-5 py-3 lg:hidden">
        <summary className="flex min-h-11 list-none items-center justify-between">
          <span className="flex items-center gap-2">
            Order Summary <ChevronIcon className="size-5 transition-transform group-open:rotate-180" />
          </span>
          <span className="text-lg font-medium tabular-nums">{money(props.view.total)}</span>
        </summary>
        <Contents {...props} />
      </details>
      <aside aria-labelledby="summary-title" className="sticky top-24 hidden rounded-card bg-blush p-7 lg:block">
        <h2 id="summary-title" className="text-2xl">
          Order Summary
        </h2>
        <Contents {...props} />
      </aside>
    </>
  );
}
