import { carrierNames } from '#modules/orders/carriers.ts';
import { adminStatuses, statusFailures, statusLabel, withoutCancelled } from '#modules/orders/order-status.ts';
import { carrierMax, typedMax } from '#modules/orders/shipment.ts';
import type { BulkResult } from '#shared/bulk-action.ts';
import type { FormValues } from '#shared/form-values.ts';
import { formId, formKey } from '#ui/form-response.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { optionsOf, type FormField } from '../../forms/form-fields.tsx';
import { useFormResponse } from '../../forms/use-form-response.ts';
import { BulkForm, RefusedRows, type Selection } from '../components/selection.tsx';
import { useCanSubmitForm } from '../use-permissions.ts';

/** Name of the form, on the list and on an order's page. */
export const statusForm = 'status';

/** Hidden field of a form whose tracking fields show what the order has stored. */
export const showsTracking = 'shows-tracking';

/** Hidden field of the form that adds a package to an order that has shipped. */
export const anotherPackage = 'another-package';

export const statusFormId = formId(formKey(statusForm));

type Known = { status?: string; carrierName?: string | null; trackingNumber?: string | null };

/** Field of the status. Only who may cancel an order gets `cancelled`, which refunds it. */
function useStatusField(): FormField {
  const mayCancel = useCanSubmitForm('/admin/orders/:number')('cancel');
  const offered = mayCancel ? adminStatuses : withoutCancelled;
  const labels = Object.fromEntries(offered.map((status) => [status, statusLabel(status)]));
  return { name: 'status', kind: 'choice', label: 'Status', options: optionsOf(labels, 'Choose a status') };
}
const trackingFields: FormField[] = [
  { name: 'carrierName', label: 'Carrier (optional)', list: 'carriers', maxLength: carrierMax },
  { name: 'trackingNumber', label: 'Tracking number (optional)', maxLength: typedMax, spellCheck: false },
];
/** Fields of a further package, which needs its number. */
const packageFields: FormField[] = [
  { name: 'trackingNumber', label: 'Number of the package', maxLength: typedMax, spellCheck: false },
  { name: 'carrierName', label: 'Carrier of the package', list: 'carriers', maxLength: carrierMax },
];

const carrierChoices = (
  <datalist id="carriers">
    {carrierNames.map((carrier) => (
      <option key={carrier}>{carrier}</option>
    ))}
  </datalist>
);

/** Attributes that all forms of a status share. */
const common = { busyText: 'Updating...', unreachable: statusFailures.failed, children: carrierChoices };

/** Stored values and hidden fields of a form about one known order, or about several. */
function knownValues(known: Known | undefined) {
  const { status = '', carrierName = null, trackingNumber = null } = known ?? {};
  const hidden: FormValues = known === undefined ? {} : { [showsTracking]: 'on' };
  return { stored: { status, carrierName, trackingNumber }, hidden };
}

type BulkStatusFormProps = { selection: Selection; only: (Known & { orderNumber: string }) | undefined };

/** Status of the selected orders. A single one can get its shipment too: orders share no number. */
export function BulkStatusForm({ selection, only }: BulkStatusFormProps) {
  const statusField = useStatusField();
  return (
    <section aria-label="Update status">
      <BulkForm
        {...common}
        {...knownValues(only)}
        selection={selection}
        acts={{ status: 'Update status' }}
        isSelectAllInList
        selectedText={`For ${only?.orderNumber ?? `${selection.selected.size} orders`}`}
        bar="lg:sticky lg:top-2 lg:z-10"
        fields={[statusField, ...(selection.selected.size > 1 ? [] : trackingFields)]}
      />
    </section>
  );
}

type StatusFormProps = {
  /** Current status and shipment of the order. */
  known?: Known | undefined;
  /** True for the form that sets the status `shipped` and asks only for the shipment. */
  ships?: boolean;
  /** Status of a shipped order to which the form adds a package. */
  addsTo?: string;
  /** True where its fields share one line on a wide screen. */
  isInLine?: boolean;
  /** The order as 'number:version'. */
  hidden: { chosen: string };
};

function useFields({ ships, addsTo }: Pick<StatusFormProps, 'ships' | 'addsTo'>): FormField[] {
  const statusField = useStatusField();
  if (addsTo !== undefined) return packageFields;
  return ships === true ? trackingFields.toReversed() : [statusField, ...trackingFields];
}

/**
 * Sets status, carrier and tracking number of one order. Unusual changes ask for confirmation.
 */
export function StatusForm({ known, ships = false, addsTo, isInLine = false, hidden }: StatusFormProps) {
  const id = ships ? 'ship' : addsTo === undefined ? undefined : 'package';
  const fields = useFields({ ships, addsTo });
  const { result } = useFormResponse<BulkResult>(statusForm, id) ?? {};
  const refused = result?.refused ?? [];
  const [first] = refused;
  const values = knownValues(known);
  return (
    <ActionForm
      {...common}
      name={statusForm}
      {...(id === undefined ? {} : { id })}
      submit={ships ? 'Mark as shipped' : addsTo === undefined ? 'Update status' : 'Add package'}
      className={
        isInLine ? 'lg:flex lg:flex-wrap lg:items-start lg:gap-x-3 lg:gap-y-2 lg:space-y-0! lg:[&>.relative]:w-52' : ''
      }
      stored={values.stored}
      hidden={{
        ...hidden,
        ...values.hidden,
        ...(ships ? { status: 'shipped' } : {}),
        ...(addsTo === undefined ? {} : { status: addsTo, [anotherPackage]: 'on' }),
      }}
      fields={[
        ...(first !== undefined && first.question === undefined ? [<RefusedRows key="refused" rows={refused} />] : []),
        ...fields,
      ]}
    />
  );
}
