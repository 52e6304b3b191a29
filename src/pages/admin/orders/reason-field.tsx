import { holdReasonMax } from '#modules/buying/orders/holds/rules.ts';
import { Field } from '#ui/field.tsx';

import { outcomeOf, type FormContext } from './action-form.tsx';

type Props = { context: FormContext; intent: string };

/** Why something is done to an order, in the words of whoever does it. */
export function Reason({ context, intent, ...rest }: Props & { required?: boolean; hint?: string }) {
  const outcome = outcomeOf(context, intent);
  return (
    <Field
      id={`${intent}-reason`}
      name="reason"
      label="Reason"
      maxLength={holdReasonMax}
      autoComplete="off"
      error={outcome?.issues.reason}
      defaultValue={outcome?.typed.reason ?? ''}
      {...rest}
    />
  );
}

/** Why an order is held or goes on its way: without it nothing happens. */
export function HoldReason(props: Props) {
  return <Reason {...props} required hint="Stays in the timeline and the audit log: leave out personal details" />;
}
