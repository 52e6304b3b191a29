import type { ReactNode } from 'react';

import { roleLabels } from '#modules/accounts/role-labels.ts';
import { addressLines, type SavedAddress } from '#modules/accounts/saved-addresses.ts';
import { deleteAddress, makeDefault } from '#modules/accounts/saved-addresses.server.ts';
import { listAddresses } from '#modules/accounts/saved-addresses.queries.server.ts';
import { profileMax } from '#modules/accounts/profile.ts';
import { memberSince, updateProfile } from '#modules/accounts/profile.server.ts';
import { findProfile } from '#modules/accounts/accounts.queries.server.ts';
import { mailReset } from '#modules/accounts/sign-in.server.ts';
import { addressRules } from '#shared/countries.ts';
import { isTeamRole } from '#shared/roles.ts';
import { longDay } from '#shared/shop-time.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import type { Fields } from '#ui/form-response.ts';
import { CheckIcon } from '#ui/icons.tsx';

import { ActionForm } from '../forms/action-form.tsx';
import { formSuccess, formAction, formError } from '../forms/form-action.server.ts';
import { PageNotice } from '../forms/form-notice.tsx';
import { useFormResponse } from '../forms/use-form-response.ts';
import type { Route } from './+types/profile.ts';
import { customerLoader } from './customer-loader.server.ts';
import { Card } from './components/card.tsx';
import { titled } from '../page-meta.ts';

export const meta = titled('Profile');

export const loader = customerLoader(async ({ ctx, user }) => {
  const profile = await findProfile(ctx.db, user.id);
  const since = (await memberSince(ctx.db, user.id)) ?? ctx.now();
  const { firstName = '', lastName = '', displayName = '', phone = null } = profile ?? {};
  return {
    profile: { firstName, lastName, displayName, phone: phone ?? '' },
    email: user.email,
    isConfirmedHere: user.emailVerified,
    kind: isTeamRole(user.role) ? roleLabels[user.role] : 'Customer Account',
    memberSince: since.toISOString(),
    addresses: await listAddresses(ctx.db, user.id),
  };
});

const failure = 'Failed to update profile';

export const action = formAction({
  async profile({ ctx, user, values }) {
    const issues = await updateProfile(ctx.db, user.id, values);
    return Object.keys(issues).length === 0 ? formSuccess('Profile updated') : formError(failure, issues);
  },
  async 'default-address'({ ctx, user, id }) {
    await makeDefault(ctx.db, user.id, id);
    return formSuccess('Address used at checkout');
  },
  async 'delete-address'({ ctx, user, id }) {
    await deleteAddress(ctx.db, user.id, id);
    return formSuccess('Address deleted');
  },
  'mail-reset': mailReset,
});

function ProfileFields({ field }: Fields) {
  const bind = (name: keyof typeof profileMax) => ({ ...field(name), maxLength: profileMax[name] });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field {...bind('firstName')} label="First name" autoComplete="given-name" required />
      <Field {...bind('lastName')} label="Last name" autoComplete="family-name" required />
      <Field
        {...bind('displayName')}
        label="Display name"
        autoComplete="nickname"
        hint="How we greet you. Left empty, it is your first name."
      />
      <Field
        {...bind('phone')}
        label="Phone (optional)"
        type="tel"
        autoComplete="tel"
        hint="Filled in at checkout, for the carrier."
      />
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line py-3">
      <dt className="text-soft">{label}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-2 break-all">{children}</dd>
    </div>
  );
}

function AccountInfo({ account }: { account: Route.ComponentProps['loaderData'] }) {
  const isMailed = useFormResponse('mail-reset')?.ok === true;
  return (
    <Card id="info" title="Account info">
      <dl className="mb-6">
        <Fact label="Email">
          <span>{account.email}</span>
          <span className="inline-flex items-center gap-1 rounded-full bg-leaf px-3 py-0.5 text-sm text-white">
            <CheckIcon className="size-4" /> Verified
          </span>
        </Fact>
        <Fact label="Account">{account.kind}</Fact>
        <Fact label="Member since">{longDay(account.memberSince)}</Fact>
      </dl>
      <ActionForm name="mail-reset" submit="Change Password" look="second" />
      <p className="mt-2 text-sm text-soft">
        {isMailed
          ? `We sent a link to ${account.email}.`
          : 'We will send you an email with a link to choose a new password.'}
      </p>
    </Card>
  );
}

/**
 * Data linked only by email address is exported only if
 * the address was confirmed in this browser (`exportPerson`).
 */
const leftOut =
  'Your email is not confirmed in this browser, so the file leaves out messages, mails, newsletter and guest orders. Choose a new password by the link that we mail you, here, and they are in it.';

function YourData({ isConfirmedHere }: { isConfirmedHere: boolean }) {
  return (
    <Card id="data" title="Your data">
      <p className="mb-5 max-w-prose text-soft">
        Download everything that we keep of you as one file for machines, or delete your account for good.
      </p>
      {isConfirmedHere ? null : <p className="mb-5 max-w-prose text-sm text-soft">{leftOut}</p>}
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <ButtonLink to="/account/my-data.json" look="second" reloadDocument download>
          Download my data
        </ButtonLink>
        <ButtonLink to="/account/delete" look="quiet" className="px-0!">
          Delete my account
        </ButtonLink>
      </div>
    </Card>
  );
}

function Entry({ address }: { address: SavedAddress }) {
  const act = (name: string, submit: string) => (
    <ActionForm name={name} id={address.id} look="quiet" submit={submit} submitLabel={`${submit}: ${address.street}`} />
  );
  return (
    <li className="py-4 first:pt-0">
      {addressLines(address).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p className="text-soft">{addressRules(address.country).name}</p>
      <div className="flex flex-wrap items-center gap-x-5">
        {address.isDefault ? (
          <span className="rounded-full bg-blush px-3 py-1 text-sm font-medium">Used at checkout</span>
        ) : (
          act('default-address', 'Use at checkout')
        )}
        <ButtonLink to={`/account/addresses/${address.id}`} look="quiet" className="px-0!">
          <span>Edit</span>
          <span className="sr-only">{`: ${address.street}`}</span>
        </ButtonLink>
        {act('delete-address', 'Delete')}
      </div>
    </li>
  );
}

function AddressList({ addresses }: { addresses: readonly SavedAddress[] }) {
  return (
    <>
      {addresses.length === 0 ? (
        <p className="mb-5 text-soft">Save an address and the checkout fills it in for you.</p>
      ) : (
        <ul className="mb-5 divide-y divide-line">
          {addresses.map((address) => (
            <Entry key={address.id} address={address} />
          ))}
        </ul>
      )}
      <ButtonLink to="/account/addresses/new" look="second">
        Add an address
      </ButtonLink>
    </>
  );
}

export default function ProfilePage({ loaderData }: Route.ComponentProps) {
  const { profile, addresses } = loaderData;
  return (
    <div className="space-y-6">
      <h1 className="text-5xl">Profile</h1>
      <PageNotice />
      <Card id="you" title="About you">
        <ActionForm
          key={JSON.stringify(profile)}
          name="profile"
          stored={profile}
          submit="Save profile"
          busyText="Saving..."
          unreachable={failure}
        >
          {ProfileFields}
        </ActionForm>
      </Card>
      <AccountInfo account={loaderData} />
      <Card id="addresses" title="Saved addresses">
        <AddressList addresses={addresses} />
      </Card>
      <YourData isConfirmedHere={loaderData.isConfirmedHere} />
    </div>
  );
}
