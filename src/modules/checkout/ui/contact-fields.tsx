import type { ContactFields as Contact } from '#modules/checkout/address-rules.ts';
import { Field } from '#ui/field.tsx';

import type { CheckoutFormState } from './use-checkout-form.ts';

/** Who buys: e-mail, name and phone. */
export function ContactFields({ state }: { state: CheckoutFormState }) {
  const { form, change, errorOf, leave } = state;
  const bind = (name: keyof Contact) => ({
    id: `contact-${name}`,
    name,
    value: form.contact[name],
    error: errorOf(`contact-${name}`),
    onBlur: () => leave(`contact-${name}`),
    onChange: (event: { target: { value: string } }) =>
      change({ contact: { ...form.contact, [name]: event.target.value } }),
  });
  return (
    <div className="grid grid-cols-2 gap-4">
      <div className="col-span-2">
        <Field {...bind('email')} label="E-mail" type="email" autoComplete="email" maxLength={255} required />
      </div>
      <Field {...bind('firstName')} label="First name" autoComplete="shipping given-name" maxLength={100} required />
      <Field {...bind('lastName')} label="Last name" autoComplete="shipping family-name" maxLength={100} required />
      <div className="col-span-2">
        <Field {...bind('phone')} label="Phone" type="tel" autoComplete="shipping tel" maxLength={20} required />
      </div>
    </div>
  );
}
