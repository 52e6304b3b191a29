import { redirect } from 'react-router';

import { pageUser } from '#modules/people/accounts/page-auth/service.server.ts';
import { addressRefusals } from '#modules/after/addresses/contract.ts';
import { addressOf, addressesOf, saveAddress } from '#modules/after/addresses/service.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { emptyAddress } from '#shared/address.ts';
import { ButtonLink } from '#ui/button.tsx';
import { sendAnswer } from '#ui/send-form.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { formAction, refused } from '../forms/action.server.ts';
import { PageNotice } from '../forms/notice.tsx';
import type { Route } from './+types/address.ts';
import { accountMeta } from './parts/account-meta.ts';
import { AddressFields } from './parts/address-fields.tsx';
import { card } from './parts/card.tsx';

export const meta: Route.MetaFunction = () => accountMeta('Address');

const back = '/account/profile';

/** The address to change, or an empty one for `new`; somebody else's is not found. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const user = context.get(pageUser);
  const isNew = params.id === 'new';
  const address = isNew
    ? { ...emptyAddress, isDefault: (await addressesOf(ctx.db, user.id)).length === 0 }
    : await addressOf(ctx.db, user.id, params.id);
  if (address === null) throw notFound();
  const { isDefault, ...stored } = address;
  return { isNew, stored: { ...stored, isDefault: isDefault ? 'on' : '' } };
}

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

export default function AddressPage({ loaderData: { isNew, stored }, actionData }: Route.ComponentProps) {
  const cancel = (
    <ButtonLink to={back} look="second">
      Cancel
    </ButtonLink>
  );
  return (
    <div className="max-w-2xl space-y-6">
      <h1 className="text-5xl">{isNew ? 'New address' : 'Edit address'}</h1>
      <PageNotice answer={actionData} />
      <ActionForm
        name="address"
        answer={actionData}
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
