import { Link } from 'react-router';

import { unitsToPack } from '#modules/orders/invoice-figures.ts';
import type { OrderToShip } from '#modules/orders/ship-orders.queries.server.ts';
import { carrierMax, typedMax } from '#modules/orders/shipment.ts';
import { classes } from '#ui/classes.ts';
import { countryName } from '#shared/countries.ts';
import type { RefusedRow } from '#shared/bulk-action.ts';
import type { FormValues } from '#shared/form-values.ts';
import { shortDay } from '#shared/shop-time.ts';
import { sureField } from '#ui/form-response.ts';

import { SureBox } from '../../forms/questions.tsx';
import { useFormResponse } from '../../forms/use-form-response.ts';
import { DataTable, type Column } from '../components/list.tsx';

const noValues: FormValues = {};

const box =
  'w-full min-h-11 rounded-xl border border-soft/70 bg-white px-3 text-base text-ink @3xl:min-h-9 @3xl:rounded-lg @3xl:text-sm';

function Order({ order: { orderNumber, version, placedAt } }: { order: OrderToShip }) {
  return (
    <div className="flex w-full items-center gap-2">
      <input type="hidden" name="row" value={`${orderNumber}:${version}`} />
      <label className="-ml-3 inline-flex size-11 shrink-0 items-center justify-center @3xl:ml-0 @3xl:h-9">
        <input type="checkbox" name="selected" value={orderNumber} className="size-5 accent-berry" />
        <span className="sr-only">{`Select ${orderNumber}`}</span>
      </label>
      <div>
        <Link
          to={`/admin/orders/${orderNumber}`}
          className="block font-medium whitespace-nowrap text-berry underline-offset-4 hover:underline"
        >
          {orderNumber}
        </Link>
        <span className="block whitespace-nowrap text-soft">{shortDay(placedAt)}</span>
      </div>
    </div>
  );
}

function Recipient({ order: { customer, shippingAddress, shippingOption } }: { order: OrderToShip }) {
  const name = `${customer.firstName} ${customer.lastName}`.trim();
  const where = [countryName(shippingAddress.country), shippingOption?.name ?? 'Standard'].join(', ');
  return (
    <div className="min-w-0 text-right @3xl:text-left">
      <span className="block wrap-anywhere">{name === '' ? 'Unknown' : name}</span>
      <span className="block wrap-anywhere text-soft">{where}</span>
    </div>
  );
}

const itemsText = (order: OrderToShip) =>
  unitsToPack(order)
    .map(({ name, quantity }) => `${quantity} × ${name}`)
    .join('\n');

/** Id of the list of carrier names. */
export const carrierList = 'desk-carriers';

type CarrierProps = { order: OrderToShip; carrier: string };

function Carrier({ order: { orderNumber, carrierName }, carrier }: CarrierProps) {
  const values = useFormResponse('ship')?.values ?? noValues;
  return (
    <input
      name={`carrier:${orderNumber}`}
      aria-label={`Carrier for ${orderNumber}`}
      list={carrierList}
      maxLength={carrierMax}
      autoComplete="off"
      placeholder={carrier === '' ? 'Same as above' : carrier}
      className={classes(box, '@max-3xl:w-44 @3xl:w-32')}
      defaultValue={values[`carrier:${orderNumber}`] ?? carrierName ?? ''}
    />
  );
}

type NumberProps = { order: OrderToShip; problem: RefusedRow | undefined; doubt: string | undefined };

function TrackingNumber({ order: { orderNumber, trackingNumber }, problem, doubt }: NumberProps) {
  const values = useFormResponse('ship')?.values ?? noValues;
  const id = `number-${orderNumber}`;
  return (
    <div className="w-full min-w-0 @3xl:min-w-48">
      <input
        id={id}
        name={`number:${orderNumber}`}
        aria-label={`Tracking number for ${orderNumber}`}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-said`}
        defaultValue={values[`number:${orderNumber}`] ?? trackingNumber ?? ''}
        maxLength={typedMax}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
        placeholder="Tracking number"
        className={classes(box, problem !== undefined && 'border-berry')}
      />
      <p id={`${id}-said`} className={classes('mt-0.5 text-sm empty:hidden', problem !== undefined && 'text-wine')}>
        {problem === undefined ? (doubt ?? '') : [problem.sentence, problem.question].filter(Boolean).join(' ')}
      </p>
      {problem?.question === undefined ? null : (
        <SureBox
          name={`${sureField}:${orderNumber}`}
          value={problem.reason}
          label="Yes, ship anyway"
          hiddenLabel={` for ${orderNumber}`}
          className="text-sm"
        />
      )}
    </div>
  );
}

type DeskTableProps = {
  rows: readonly OrderToShip[];
  selected: ReadonlySet<string>;
  /** Carrier of rows without their own. */
  carrier: string;
  /** Doubts by order number. */
  doubts: ReadonlyMap<string, string>;
  problems: ReadonlyMap<string, RefusedRow>;
};

/** Orders to ship, oldest first. */
export function DeskTable({ rows, selected, carrier, doubts, problems }: DeskTableProps) {
  const columns: Column<OrderToShip>[] = [
    { title: 'Order', isHead: true, render: (order) => <Order order={order} /> },
    { title: 'Ship to', render: (order) => <Recipient order={order} /> },
    { title: 'Items', render: (order) => <span className="whitespace-pre-line">{itemsText(order)}</span> },
    { title: 'Carrier', render: (order) => <Carrier order={order} carrier={carrier} /> },
    {
      title: 'Tracking number',
      isHead: true,
      render: (order) => (
        <TrackingNumber order={order} problem={problems.get(order.orderNumber)} doubt={doubts.get(order.orderNumber)} />
      ),
    },
  ];
  return (
    <DataTable
      caption="Orders to ship, oldest first"
      columns={columns}
      rows={rows}
      isMarked={({ orderNumber }) => selected.has(orderNumber)}
      isDense
    />
  );
}
