import { stockReasons, type EditableProduct } from '#modules/catalog/edit-product.ts';
import type { StockMove } from '#modules/catalog/edit-product.queries.server.ts';
import { formatDateTime } from '#shared/shop-time.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { optionsOf, type FormLayout } from '../../forms/form-fields.tsx';
import { ConfirmedForm } from '../components/collapsible-form.tsx';
import { DescriptionList, Panel } from '../components/page.tsx';

const reasonWords: Record<string, string> = {
  ...stockReasons,
  counting_began: 'Tracking began',
  counting_ended: 'Tracking ended',
};

const signed = (units: number) => (units > 0 ? `+${units}` : `−${Math.abs(units)}`);

function Ledger({ moves }: { moves: readonly StockMove[] }) {
  if (moves.length === 0)
    return <p className="text-soft">No manual changes yet. Stock changes from sales are listed under Orders.</p>;
  return (
    <ol className="divide-y divide-line">
      {moves.map(({ id, change, onHandAfter, reason, note, actorEmail, at }) => (
        <li key={id} className="py-2">
          <p className="flex justify-between gap-4">
            <span>{reasonWords[reason] ?? reason}</span>
            <span className="tabular-nums whitespace-nowrap">
              {`${change === null ? '' : `${signed(change)} → `}${onHandAfter ?? 'not tracked'}`}
            </span>
          </p>
          {note === '' ? null : <p className="wrap-anywhere">{note}</p>}
          <p className="text-sm wrap-anywhere text-soft">{`${formatDateTime(at)} by ${actorEmail}`}</p>
        </li>
      ))}
    </ol>
  );
}

type StockProps = { formKey: string; product: EditableProduct; moves: readonly StockMove[] };

const changeFields: FormLayout = [
  [
    { name: 'change', label: 'Units to add or remove, for example 12 or -1' },
    { name: 'reason', kind: 'choice', label: 'Reason', options: optionsOf(stockReasons, 'Choose…') },
  ],
  { name: 'note', label: 'Note (optional)', maxLength: 300 },
];

const countingFields: FormLayout = [{ name: 'onHand', kind: 'count', label: 'Units on hand now' }];

function Counting({ product }: Pick<StockProps, 'product'>) {
  if (product.onHand === null)
    return <ActionForm name="counting" submit="Track inventory" look="second" fields={countingFields} />;
  return (
    <ConfirmedForm
      label="Stop tracking inventory…"
      question="The shop will sell without a limit and show no stock levels. Stop tracking inventory?"
      name="counting-ended"
      submit="Stop tracking inventory"
    />
  );
}

export function Stock({ product, moves, formKey }: StockProps) {
  const { onHand, reserved } = product;
  return (
    <Panel title="Stock">
      {onHand === null ? (
        <p className="mb-5 text-soft">Inventory isn’t tracked. The shop sells without a limit.</p>
      ) : (
        <>
          <div className="mb-5">
            <DescriptionList
              facts={[
                ['On hand', onHand],
                ['Reserved', reserved],
                ['Available', onHand - reserved],
              ]}
            />
          </div>
          <ActionForm
            key={moves[0]?.id ?? 0}
            name="stock"
            submit="Adjust stock"
            look="second"
            hidden={{ key: formKey }}
            fields={changeFields}
          />
        </>
      )}
      <div className="mt-4">
        <Counting product={product} />
      </div>
      <h3 className="mb-2 mt-6 text-xl">Manual changes</h3>
      <Ledger moves={moves} />
    </Panel>
  );
}
