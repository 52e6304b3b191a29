import type { Policy } from '#modules/settings/rules.ts';
import { Field } from '#ui/field.tsx';

import { fieldsOf, type Answer } from '../forms/answer.ts';
import { SaveForm } from '../forms/save-form.tsx';

type PolicyFormProps = {
  policy: Policy;
  stamp: string;
  published: { guaranteeDays: number; returnDays: number };
  answer: Answer | undefined;
};

/** The numbers that the shop keeps to. */
export function PolicyForm({ policy, stamp, published, answer }: PolicyFormProps) {
  const field = fieldsOf('policy', answer, {
    guaranteeDays: String(policy.guaranteeDays),
    returnDays: String(policy.returnDays),
    refundProcessingDays: String(policy.refundProcessingDays),
    refundVisibleDays: policy.refundVisibleDays,
    supportHours: policy.supportHours,
  });
  return (
    <SaveForm name="policy" label="Save policy" look="second" values={{ stamp }}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...field('guaranteeDays')} label="Money-back guarantee (days)" inputMode="numeric" autoComplete="off" />
        <Field {...field('returnDays')} label="Returns are taken for (days)" inputMode="numeric" autoComplete="off" />
        <Field
          {...field('refundProcessingDays')}
          label="Refund within (business days)"
          inputMode="numeric"
          autoComplete="off"
        />
        <Field {...field('refundVisibleDays')} label="Refund visible after (business days)" autoComplete="off" />
      </div>
      <Field {...field('supportHours')} label="Support hours" maxLength={80} autoComplete="off" />
      <p className="text-sm text-soft">
        The shop’s texts promise {published.guaranteeDays} days, and in one place {published.returnDays}. The longest
        promise holds: you can keep to more, never to less. The texts themselves are changed in the content folder.
      </p>
    </SaveForm>
  );
}
