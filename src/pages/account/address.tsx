import { useState } from 'react';
import { redirect } from 'react-router';

import { addressRefusals } from '#modules/accounts/accounts.schema.ts';
import { findAddress, listAddresses, saveAddress } from '#modules/accounts/saved-addresses.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { addressMax, emptyAddress, type AddressPart } from '#shared/address.ts';
import { addressRules } from '#shared/countries.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Field, Options, SelectField } from '#ui/field.tsx';
import type { Fields } from '#ui/form-answer.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { formAction, refused } from '../forms/form-action.server.ts';
import { PageNotice } from '../forms/form-notice.tsx';
import { addressQuestion } from '../forms/confirm-address.server.ts';
import { ConfirmAddress, countryOptions, RegionField } from '../forms/address-fields.tsx';
import type { Route } from './+types/address.ts';
import { customerLoader } from './customer-loader.server.ts';
import { card, titled } from './components/card.tsx';

export const meta = titled('Address');

const back = '/account/profile';

/**
 * Loads the address to edit, or an empty one for `new`. Answers 404 for another customer's address.
 */
export const loader = customerLoader(async ({ ctx, user, params }) => {
  const isNew = params.id === 'new';
  const address = isNew
    ? { ...emptyAddress, isDefault: (await listAddresses(ctx.db, user.id)).length === 0 }
    : await findAddress(ctx.db, user.id, params.id ?? '');
  if (address === null) throw notFound();
  return { isNew, stored: address };
});

export const action = formAction({
  async address({ ctx, user, params, id, values }) {
    const question = addressQuestion(values);
    if (question !== null) return question;
    const saving = { id: params.id === 'new' ? null : id, draft: values, makeDefault: values.isDefault === 'on' };
    const saved = await saveAddress(ctx.db, user.id, saving);
    if (saved.ok) return redirect(`${back}#addresses`, 303);
    const { issues = {} } = saved;
    return saved.reason === 'invalid'
      ? refused(Object.values(issues)[0] ?? '', issues)
      : refused(addressRefusals[saved.reason]);
  },
});

/** Address fields with the labels of the address's country. */
function AddressFields({ fields: { field, box } }: { fields: Fields }) {
  const chosen = field('country');
  const [country, setCountry] = useState(chosen.defaultValue);
  const rules = addressRules(country);
  const bind = (name: AddressPart) => ({ ...field(name), maxLength: addressMax[name] });
  return (
    <div className="grid grid-cols-2 gap-4">
      <div className="col-span-full space-y-4">
        <SelectField
          {...chosen}
          label="Country"
          autoComplete="country"
          onChange={({ target }) => setCountry(target.value)}
        >
          <Options options={countryOptions} />
        </SelectField>
        <Field {...bind('street')} label="Street address" autoComplete="address-line1" required />
        <Field {...bind('line2')} label="Apartment, suite, floor (optional)" autoComplete="address-line2" />
        <Field {...bind('city')} label="City" autoComplete="address-level2" required />
      </div>
      <RegionField country={country} field={field('state')} autoComplete="address-level1" />
      <Field
        {...bind('postalCode')}
        label={rules.postalLabel}
        autoComplete="postal-code"
        inputMode={rules.postalNumeric ? 'numeric' : 'text'}
        required
      />
      <ConfirmAddress form="address" box={box} />
      <label className="col-span-full flex min-h-11 items-center gap-3">
        <input {...box('isDefault')} type="checkbox" className="size-5 accent-berry" />
        Use this address at checkout
      </label>
    </div>
  );
}

export default function AddressPage({ loaderData: { isNew, stored } }: Route.ComponentProps) {
  const cancel = (
    <ButtonLink to={back} look="second">
      Cancel
    </ButtonLink>
  );
  return (
    <div className="max-w-2xl space-y-6">
      <h1 className="text-5xl">{isNew ? 'New address' : 'Edit address'}</h1>
      <PageNotice />
      <ActionForm
        name="address"
        submit="Save address"
        busyText="Saving..."
        stored={stored}
        beside={cancel}
        className={card}
      >
        {(fields) => <AddressFields fields={fields} />}
      </ActionForm>
    </div>
  );
}
