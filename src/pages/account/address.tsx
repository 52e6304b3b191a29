import { redirect } from 'react-router';

import { addressRefusals } from '#modules/accounts/accounts.schema.ts';
import { findAddress, saveAddress } from '#modules/accounts/saved-addresses.server.ts';
import { listAddresses } from '#modules/accounts/saved-addresses.queries.server.ts';
import { findSoldCountries } from '#modules/shipping/sold-countries.queries.server.ts';
import { homeCountry } from '#modules/shipping/shipping-terms.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { emptyAddress } from '#shared/address.ts';
import { ButtonLink } from '#ui/button.tsx';
import type { Fields } from '#ui/form-response.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { formAction, formError } from '../forms/form-action.server.ts';
import { PageNotice } from '../forms/form-notice.tsx';
import { addressQuestion } from '../forms/confirm-address.server.ts';
import { AddressFieldset } from '../forms/address-fieldset.tsx';
import type { Route } from './+types/address.ts';
import { customerLoader } from './customer-loader.server.ts';
import { card } from './components/card.tsx';
import { titled } from '../page-meta.ts';

export const meta = titled('Address');

const back = '/account/profile';

/**
 * Loads the address to edit, or an empty one for `new`. Answers 404 for another customer's address.
 */
export const loader = customerLoader(async ({ ctx, user, params }) => {
  const isNew = params.id === 'new';
  const countries = await findSoldCountries(ctx.db);
  const address = isNew
    ? {
        ...emptyAddress,
        country: homeCountry(countries),
        isDefault: (await listAddresses(ctx.db, user.id)).length === 0,
      }
    : await findAddress(ctx.db, user.id, params.id ?? '');
  if (address === null) throw notFound();
  return { isNew, stored: address, countries };
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
      ? formError(Object.values(issues)[0] ?? '', issues)
      : formError(addressRefusals[saved.reason]);
  },
});

function AddressFields({ fields, countries }: { fields: Fields; countries: readonly string[] }) {
  return (
    <>
      <AddressFieldset fields={fields} form="address" countries={countries} isOwn />
      <label className="flex min-h-11 items-center gap-3">
        <input {...fields.box('isDefault')} type="checkbox" className="size-5 accent-berry" />
        Use this address at checkout
      </label>
    </>
  );
}

export default function AddressPage({ loaderData: { isNew, stored, countries } }: Route.ComponentProps) {
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
        {(fields) => <AddressFields fields={fields} countries={countries} />}
      </ActionForm>
    </div>
  );
}
