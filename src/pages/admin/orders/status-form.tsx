import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';

import { adminStatuses } from '#modules/buying/orders/fulfilment/rules.ts';
import { statusLabel } from '#modules/buying/orders/rules.ts';
import { Button } from '#ui/button.tsx';
import { Field, SelectField } from '#ui/field.tsx';

import { Notice } from '../../forms/notice.tsx';
import type { StatusOutcome } from './update-status.server.ts';

export const statusFormId = 'status-form';

type Known = { status?: string; carrierName?: string | null; trackingNumber?: string | null };

const carriers = ['USPS', 'UPS', 'FedEx', 'DHL', 'Royal Mail', 'Canada Post', 'Australia Post'];

type StatusFormProps = {
  outcome: StatusOutcome | null;
  /** What the one order that is meant has now. */
  known?: Known;
  /** Several orders share a status, never a tracking number. */
  isBulk?: boolean;
  children?: ReactNode;
};

function Refused({ outcome }: { outcome: StatusOutcome | null }) {
  if (outcome === null || outcome.refused.length === 0 || outcome.refused[0]?.sentence === outcome.message) return null;
  return (
    <ul className="space-y-2 text-sm text-wine">
      {outcome.refused.map(({ orderNumber, sentence }) => (
        <li key={orderNumber}>
          <b>{orderNumber}</b>: {sentence}
        </li>
      ))}
    </ul>
  );
}

/** Gives the chosen orders a status, with carrier and tracking number; what is unusual is asked once. */
export function StatusForm({ outcome, known, isBulk = false, children }: StatusFormProps) {
  const busy = useNavigation().formData?.get('intent') === 'status';
  const typed = outcome?.ok === false ? outcome.typed : {};
  return (
    <Form id={statusFormId} method="post" preventScrollReset className="space-y-4">
      <input type="hidden" name="intent" value="status" />
      <Notice outcome={outcome} isQuestion={outcome !== null && outcome.question === outcome.message} />
      <Refused outcome={outcome} />
      {children}
      <SelectField id="status" name="status" label="Status" defaultValue={typed.status ?? known?.status ?? ''}>
        <option value="">Choose a status</option>
        {adminStatuses.map((status) => (
          <option key={status} value={status}>
            {statusLabel(status)}
          </option>
        ))}
      </SelectField>
      {isBulk ? null : (
        <>
          <Field
            id="carrierName"
            name="carrierName"
            label="Carrier (optional)"
            list="carriers"
            maxLength={100}
            autoComplete="off"
            defaultValue={typed.carrierName ?? known?.carrierName ?? ''}
          />
          <datalist id="carriers">
            {carriers.map((carrier) => (
              <option key={carrier}>{carrier}</option>
            ))}
          </datalist>
          <Field
            id="trackingNumber"
            name="trackingNumber"
            label="Tracking number (optional)"
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            defaultValue={typed.trackingNumber ?? known?.trackingNumber ?? ''}
          />
        </>
      )}
      {outcome === null || outcome.question === null ? null : (
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" name="confirm" className="size-5 accent-berry" /> Yes, all the same
        </label>
      )}
      <Button type="submit" busy={busy} disabled={busy} className="w-full">
        {busy ? 'Updating...' : 'Update Status'}
      </Button>
    </Form>
  );
}
