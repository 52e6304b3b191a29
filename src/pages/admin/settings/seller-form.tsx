import type { Seller } from '#modules/settings/rules.ts';
import { Field, TextAreaField } from '#ui/field.tsx';

import { fieldsOf, type Answer } from '../forms/answer.ts';
import { SaveForm } from '../forms/save-form.tsx';

type SellerFormProps = { seller: Seller; stamp: string; answer: Answer | undefined };

/** Who sells, as invoices and the contact page name it. */
export function SellerForm({ seller, stamp, answer }: SellerFormProps) {
  const field = fieldsOf('seller', answer, { ...seller });
  return (
    <SaveForm name="seller" label="Save seller" look="second" values={{ stamp }}>
      <Field {...field('legalName')} label="Legal name" maxLength={90} autoComplete="off" />
      <TextAreaField {...field('address')} label="Address, line by line" rows={4} />
      <TextAreaField {...field('taxNumbers')} label="Tax numbers, line by line (optional)" rows={2} />
      <p className="text-sm text-soft">
        Invoices, packing slips, return slips and the contact page name it, invoices of earlier orders too.
      </p>
    </SaveForm>
  );
}
