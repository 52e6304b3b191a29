import { Link } from 'react-router';

import type { Books, Difference, ExplainedMismatch } from '#modules/books/books.server.ts';
import { differenceReasons, isUnexplained } from '#modules/books/difference.ts';
import { formatCount, formatUsd } from '#shared/money.ts';

import { FigureTable } from '../figures/figure-table.tsx';
import { Panel } from '../components/page.tsx';

/** Sums of the rows above them. */
const totals = new Set(['Received from customers', 'Left after fees', 'Difference']);

function amountRow([name, cents]: readonly [string, number]) {
  const written = formatUsd(cents);
  const isTotal = totals.has(name);
  return {
    key: name,
    head: isTotal ? <strong className="font-medium">{name}</strong> : name,
    figures: [isTotal ? <strong className="font-medium">{written}</strong> : written],
  };
}

/** Ledger totals, down to what is left after the provider's fees. */
export function LedgerTotals({ totals: sums, provider }: Pick<Books, 'totals' | 'provider'>) {
  const rows = [
    ['Item sales, before tax', sums.goodsCents],
    ['Shipping', sums.shippingCents],
    ['Tax', sums.taxCents],
    ['Refunds, before tax', sums.refundCents],
    ['Lost disputes, before tax', sums.disputeCents],
    ['Refunded tax', sums.returnedTaxCents],
    ['Received from customers', sums.receivedCents],
    ['Payment provider fees', provider.feeCents],
    ['Net after fees', sums.receivedCents + provider.feeCents],
  ] as const;
  return (
    <Panel
      title="Ledger"
      aside={<p className="text-sm text-soft">{sums.orders === 1 ? '1 sale' : `${formatCount(sums.orders)} sales`}</p>}
    >
      <FigureTable caption="Ledger totals" titles={['Money', 'US dollars']} rows={rows.map(amountRow)} />
    </Panel>
  );
}

type ProviderTotalsProps = Pick<Books, 'totals' | 'provider'> & { read: string };

/** Sums of the provider's records, and whether they equal the ledger. */
export function ProviderSums({ totals: sums, provider, read }: ProviderTotalsProps) {
  const rows = [
    ['Charges, refunds and disputes', provider.paymentsCents],
    ['Same, according to the ledger', sums.receivedCents],
    ['Difference', sums.receivedCents - provider.paymentsCents],
    ['Fees', provider.feeCents],
    ['Payouts and other transactions', provider.otherCents],
  ] as const;
  const foreign = provider.foreign === 1 ? '1 record is' : `${formatCount(provider.foreign)} records are`;
  return (
    <Panel title="Payment provider">
      <FigureTable caption="Payment provider totals" titles={['Record', 'US dollars']} rows={rows.map(amountRow)} />
      <p className="mt-3 text-sm text-soft">{read}</p>
      {provider.foreign === 0 ? null : (
        <p className="mt-1 text-sm text-soft">{`${foreign} in another currency and not included in these totals.`}</p>
      )}
    </Panel>
  );
}

const paymentName = ({ orderNumber, intentId }: ExplainedMismatch) =>
  orderNumber === null ? (
    (intentId ?? 'No payment')
  ) : (
    <Link to={`/admin/orders/${orderNumber}`} className="text-berry underline underline-offset-4">
      {orderNumber}
    </Link>
  );

/**
 * Difference between the ledger and the provider, with what explains it. Red if a part has no
 * explanation.
 */
export function DifferencePanel({ difference }: { difference: Difference }) {
  const { cents, reasons, payments, isCut } = difference;
  const explained = reasons.reduce((sum, one) => sum + one.cents, 0);
  const rest = isCut
    ? 'Only the 500 largest differences were checked.'
    : `These reasons explain ${formatUsd(explained)} of it.`;
  return (
    <Panel
      title={`Difference of ${formatUsd(cents)}`}
      isUrgent={reasons.some(({ reason }) => isUnexplained(reason))}
      className="mb-6"
    >
      <p>{`The ledger shows ${formatUsd(Math.abs(cents))} ${cents > 0 ? 'more' : 'less'} than the payment provider. ${rest}`}</p>
      <FigureTable
        caption="Reasons for the difference"
        titles={['Reason', 'Payments', 'US dollars']}
        rows={reasons.map((one) => ({
          key: one.reason,
          head: differenceReasons[one.reason],
          figures: [formatCount(one.payments), formatUsd(one.cents)],
        }))}
      />
      <details className="mt-3">
        <summary className="inline-flex min-h-11 items-center text-berry hover:underline">
          {payments.length === 1 ? 'Show payment' : `Show the ${payments.length} largest payments`}
        </summary>
        <FigureTable
          caption="Payments that differ"
          titles={['Order', 'Ledger', 'Provider']}
          rows={payments.map((one) => ({
            key: one.intentId ?? 'none',
            head: paymentName(one),
            figures: [formatUsd(one.shopCents), formatUsd(one.providerCents)],
          }))}
        />
      </details>
    </Panel>
  );
}
