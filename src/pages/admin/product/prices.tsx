import { unitPrice } from '#modules/buying/catalog/rules.ts';
import type { PricePoint } from '#modules/buying/catalog/price-history/rules.ts';
import { shortMoment } from '#shared/moments.ts';
import { formatUsd } from '#shared/money.ts';

import { Panel } from '../parts/page.tsx';

/** Every price so far, newest first. */
export function Prices({ prices }: { prices: readonly PricePoint[] }) {
  return (
    <Panel title="Price history">
      <ol className="divide-y divide-line">
        {prices.map((point) => (
          <li key={`${point.at.getTime()} ${unitPrice(point)}`} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span className="tabular-nums">
              {formatUsd(unitPrice(point))}
              {point.salePriceCents === null ? '' : `, regularly ${formatUsd(point.priceCents)}`}
            </span>
            <span className="text-sm text-soft">since {shortMoment(point.at)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
