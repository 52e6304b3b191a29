import { Fragment } from 'react';

import { adminStatuses } from '#modules/orders/fulfillment.ts';
import { statusLabel } from '#modules/orders/order.ts';
import type { Elements } from '#ui/elements.ts';
import { formId, formKey } from '#ui/form-answer.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { optionsOf, type FormField } from '../../forms/form-fields.tsx';
import { useAnswer } from '../../forms/use-answer.ts';
import type { StatusResult } from './update-status.server.ts';

const name = 'status';

export const statusFormId = formId(formKey(name));

type Known = { status?: string; carrierName?: string | null; trackingNumber?: string | null };

const carriers = ['USPS', 'UPS', 'FedEx', 'DHL', 'Royal Mail', 'Canada Post', 'Australia Post'];

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
  /** What the one order that is meant has now. */
  known?: Known | undefined;
  /** Several orders share a status, never a tracking number. */
  isBulk?: boolean;
  /** The orders, where the form itself names them. */
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

/** Gives the chosen orders a status, with carrier and tracking number; what is unusual is asked once. */
export function StatusForm({ known, isBulk = false, hidden, children }: StatusFormProps) {
  const { message = '', result } = useAnswer<StatusResult>(name) ?? {};
  const { status = '', carrierName = null, trackingNumber = null } = known ?? {};
  return (
    <ActionForm
      name={name}
      submit="Update Status"
      busyText="Updating..."
      className="[&_button]:w-full"
      stored={{ status, carrierName, trackingNumber }}
      hidden={hidden}
      fields={[
        <Refused key="refused" refused={result?.refused ?? []} message={message} />,
        <Fragment key="orders">{children}</Fragment>,
        statusField,
        ...(isBulk ? [] : trackingFields),
        ...(result?.canConfirm === true ? [confirmField] : []),
      ]}
    >
      <datalist id="carriers">
        {carriers.map((carrier) => (
          <option key={carrier}>{carrier}</option>
        ))}
      </datalist>
    </ActionForm>
  );
}
