import type { Seller } from '#modules/ground/settings/rules.ts';
import { Field, TextAreaField } from '#ui/field.tsx';
import type { FormAnswer } from '#ui/form-answer.ts';

import { ActionForm } from '../../forms/action-form.tsx';

type SellerFormProps = { seller: Seller; stamp: string; answer: FormAnswer | undefined };

/** Who sells, as invoices and the contact page name it. */
export function SellerForm({ seller, stamp, answer }: SellerFormProps) {
  return (
    <ActionForm
      name="seller"
      answer={answer}
      submit="Save seller"
      look="second"
      stored={{ ...seller }}
      hidden={{ stamp }}
    >
      {({ field }) => (
        <>
          <Field {...field('legalName')} label="Legal name" maxLength={90} autoComplete="off" />
          <TextAreaField {...field('address')} label="Address, line by line" rows={4} />
          <TextAreaField {...field('taxNumbers')} label="Tax numbers, line by line (optional)" rows={2} />
          <p className="text-sm text-soft">
            Invoices, packing slips, return slips and the contact page name it, invoices of earlier orders too.
          </p>
        </>
      )}
    </ActionForm>
  );
}
