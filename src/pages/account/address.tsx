import { redirect } from 'react-router';

import { addressRefusals } from '#modules/after/addresses/contract.ts';
import { addressOf, addressesOf, saveAddress } from '#modules/after/addresses/service.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { emptyAddress } from '#shared/address.ts';
import { ButtonLink } from '#ui/button.tsx';
import { sendAnswer } from '#ui/send-form.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { formAction, refused } from '../forms/action.server.ts';
import { PageNotice } from '../forms/notice.tsx';
import type { Route } from './+types/address.ts';
import { AddressFields } from './parts/address-fields.tsx';
import { card, titled } from './parts/page.tsx';
import { customerLoader } from './parts/loader.server.ts';

export const meta = titled('Address');

const back = '/account/profile';

/** The address to change, or an empty one for `new`; somebody else's is not found. */
export const loader = customerLoader(async ({ ctx, user, params }) => {
  const isNew = params.id === 'new';
  const address = isNew
    ? { ...emptyAddress, isDefault: (await addressesOf(ctx.db, user.id)).length === 0 }
    : await addressOf(ctx.db, user.id, params.id ?? '');
  if (address === null) throw notFound();
  return { isNew, stored: address };
});

export const action = formAction({
  async address({ ctx, user, params, id, values }) {
    const saving = { id: params.id === 'new' ? null : id, draft: values, makeDefault: values.isDefault === 'on' };
    const saved = await saveAddress(ctx.db, user.id, saving);
    if (saved.ok) return redirect(`${back}#addresses`, 303);
    const { issues = {} } = saved;
    return saved.reason === 'invalid'
      ? refused(Object.values(issues)[0] ?? '', issues)
      : refused(addressRefusals[saved.reason]);
  },
});
export const clientAction = sendAnswer;

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
