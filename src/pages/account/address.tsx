import { data, redirect } from 'react-router';

import { pageUser } from '#modules/people/accounts/page-auth/service.server.ts';
import { addressRefusals } from '#modules/after/addresses/contract.ts';
import { addressOf, addressesOf, saveAddress } from '#modules/after/addresses/service.server.ts';
import { AddressForm } from '#modules/after/addresses/ui/address-form.tsx';
import { emptyAddress, type AddressPart, type FullAddress } from '#shared/address.ts';
import type { Issues } from '#shared/issues.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { sendForm } from '#ui/send-form.ts';

import type { Route } from './+types/address.ts';
import { accountMeta } from './parts/account-meta.ts';
import { textsOf } from './parts/form-texts.ts';

export const meta: Route.MetaFunction = () => accountMeta('Address');

const back = '/account/profile';

/** The address to change, or an empty one for `new`; somebody else's is not found. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const user = context.get(pageUser);
  if (params.id === 'new') {
    const isFirst = (await addressesOf(ctx.db, user.id)).length === 0;
    return { isNew: true, draft: emptyAddress, isDefault: isFirst };
  }
  const address = await addressOf(ctx.db, user.id, params.id);
  if (address === null) throw notFound();
  const { id: _id, isDefault, ...draft } = address;
  return { isNew: false, draft, isDefault };
}

type Refused = { draft: FullAddress; isDefault: boolean; issues: Issues<AddressPart>; problem: string | null };

export async function action({ context, request, params }: Route.ActionArgs) {
  const { ctx } = context.get(pageRequest);
  const user = context.get(pageUser);
  const form = await request.formData();
  const draft = textsOf(form, ['street', 'line2', 'city', 'state', 'postalCode', 'country']);
  const isDefault = form.get('isDefault') === 'yes';
  const id = params.id === 'new' ? null : params.id;
  const saved = await saveAddress(ctx.db, user.id, { id, draft, makeDefault: isDefault });
  if (saved.ok) return redirect(`${back}#addresses`, 303);
  const problem = saved.reason === 'invalid' ? null : addressRefusals[saved.reason];
  return data<Refused>({ draft, isDefault, issues: saved.issues ?? {}, problem }, { status: 422 });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(() => serverAction());
}

const noIssues = {};

export default function AddressPage({ loaderData, actionData }: Route.ComponentProps) {
  const { draft, isDefault } = actionData ?? loaderData;
  return (
    <div className="max-w-2xl space-y-6">
      <h1 className="text-5xl">{loaderData.isNew ? 'New address' : 'Edit address'}</h1>
      <div className="rounded-card border border-line bg-white p-6 sm:p-8">
        <AddressForm
          draft={draft}
          isDefault={isDefault}
          issues={actionData?.issues ?? noIssues}
          problem={actionData?.problem ?? null}
          back={back}
        />
      </div>
    </div>
  );
}
