import { Fragment } from 'react';

import { carrierNames } from '#modules/orders/carriers.ts';
import { adminStatuses, statusFailures, statusLabel } from '#modules/orders/order-status.ts';
import type { Elements } from '#ui/elements.ts';
import { formId, formKey } from '#ui/form-answer.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { optionsOf, type FormField } from '../../forms/form-fields.tsx';
import { useAnswer } from '../../forms/use-answer.ts';
import type { StatusResult } from './update-status.server.ts';

const name = 'status';

/** Hidden field of a form whose tracking fields show what the order has stored. */
export const showsTracking = 'shows-tracking';

export const statusFormId = formId(formKey(name));

type Known = { status?: string; carrierName?: string | null; trackingNumber?: string | null };

const statusLabels = Object.fromEntries(adminStatuses.map((status) => [status, statusLabel(status)]));
const statusField: FormField = {
  name: 'status',
  kind: 'choice',
  label: 'Status',
  options: optionsOf(statusLabels, 'Choose a status'),
};
const trackingFields: FormField[] = [
  { name: 'carrierName', label: 'Carrier (optional)', list: 'carriers', maxLength: 100 },
  { name: 'trackingNumber', label: 'Tracking number (optional)', maxLength: 100, spellCheck: false },
];
const confirmField: FormField = { name: 'confirm', kind: 'box', label: 'Yes, all the same' };

type StatusFormProps = {
  /** Current status and shipment of the order. Only for a single order. */
  known?: Known | undefined;
  /** True for several orders: they can share a status, but never a tracking number. */
  isBulk?: boolean;
  /** True for the form that sets the status `shipped` and asks only for the shipment. */
  ships?: boolean;
  /** True where its fields share one line on a wide screen. */
  isInLine?: boolean;
  /** Hidden `order` field, if the form is about one given order. */
  hidden?: { order: string };
  children?: Elements;
};

function Refused({ refused, message }: { refused: StatusResult['refused']; message: string }) {
  if (refused.length === 0 || refused[0]?.sentence === message) return null;
  return (
    <ul className="space-y-2 text-sm text-wine">
      {refused.map(({ orderNumber, sentence }) => (
        <li key={orderNumber}>
          <b>{orderNumber}</b>
          <span>{`: ${sentence}`}</span>
        </li>
      ))}
    </ul>
  );
}

/**
 * Sets status, carrier and tracking number of the chosen orders.
 * Unusual changes ask for confirmation.
 */
export function StatusForm({
  known,
  isBulk = false,
  ships = false,
  isInLine = false,
  hidden,
  children,
}: StatusFormProps) {
  const id = ships ? 'ship' : undefined;
  const { message = '', result } = useAnswer<StatusResult>(name, id) ?? {};
  const { status = '', carrierName = null, trackingNumber = null } = known ?? {};
  return (
    <ActionForm
      name={name}
      {...(id === undefined ? {} : { id })}
      submit={ships ? 'Mark as shipped' : 'Update Status'}
      busyText="Updating..."
      unreachable={statusFailures.failed}
      className={
        isInLine ? 'lg:flex lg:flex-wrap lg:items-start lg:gap-x-3 lg:gap-y-2 lg:space-y-0! lg:[&>.relative]:w-52' : ''
      }
      stored={{ status, carrierName, trackingNumber }}
      hidden={{
        ...hidden,
        ...(ships ? { status: 'shipped' } : {}),
        ...(known === undefined ? {} : { [showsTracking]: 'on' }),
      }}
      fields={[
        <Refused key="refused" refused={result?.refused ?? []} message={message} />,
        <Fragment key="orders">{children}</Fragment>,
        ...(ships ? [] : [statusField]),
        ...(isBulk ? [] : ships ? trackingFields.toReversed() : trackingFields),
        ...(result?.canConfirm === true ? [confirmField] : []),
      ]}
    >
      <datalist id="carriers">
        {carrierNames.map((carrier) => (
          <option key={carrier}>{carrier}</option>
        ))}
      </datalist>
    </ActionForm>
  );
}
