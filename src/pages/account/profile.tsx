import { useEffect, type ReactNode } from 'react';
import { data, Link } from 'react-router';

import { pageUser } from '#modules/people/accounts/page-auth/service.server.ts';
import type { ProfileDraft, ProfileIssues } from '#modules/people/accounts/profile/rules.ts';
import { memberSince, updateProfile } from '#modules/people/accounts/profile/service.server.ts';
import { profileOf } from '#modules/people/accounts/service.server.ts';
import { loadSession } from '#modules/people/accounts/ui/session-store.ts';
import { addressesOf, deleteAddress, makeDefault } from '#modules/after/addresses/service.server.ts';
import { AddressList } from '#modules/after/addresses/ui/address-list.tsx';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { longDay } from '#shared/moments.ts';
import { ButtonLink } from '#ui/button.tsx';
import { CheckIcon } from '#ui/icons.tsx';
import { sendForm } from '#ui/send-form.ts';
import { toast } from '#ui/toast.tsx';

import type { Route } from './+types/profile.ts';
import { accountMeta } from './parts/account-meta.ts';
import { ChangePassword } from './parts/change-password.tsx';
import { textsOf } from './parts/form-texts.ts';
import { ProfileForm } from './parts/profile-form.tsx';

export const meta: Route.MetaFunction = () => accountMeta('Profile');

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const user = context.get(pageUser);
  const profile = await profileOf(ctx.db, user.id);
  const since = (await memberSince(ctx.db, user.id)) ?? ctx.now();
  const { firstName = '', lastName = '', displayName = '', phone = null } = profile ?? {};
  return {
    profile: { firstName, lastName, displayName, phone: phone ?? '' },
    email: user.email,
    kind: user.role === 'admin' ? 'Administrator' : 'Customer Account',
    memberSince: since.toISOString(),
    addresses: await addressesOf(ctx.db, user.id),
  };
}

/** What a form of this page led to: a message, and of a refused profile what was typed and what is wrong with it. */
type Outcome = { title: string; typed: ProfileDraft | null; issues: ProfileIssues };

const done = (title: string) => data<Outcome>({ title, typed: null, issues: {} });

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx } = context.get(pageRequest);
  const user = context.get(pageUser);
  const form = await request.formData();
  const { intent, id } = textsOf(form, ['intent', 'id']);
  if (intent === 'delete-address') {
    await deleteAddress(ctx.db, user.id, id);
    return done('Address deleted');
  }
  if (intent === 'default-address') {
    await makeDefault(ctx.db, user.id, id);
    return done('Address used at checkout');
  }
  const typed = textsOf(form, ['firstName', 'lastName', 'displayName', 'phone']);
  const saved = await updateProfile(ctx.db, user.id, typed);
  if (saved.ok) return done('Profile updated');
  return data<Outcome>({ title: 'Failed to update profile', typed, issues: saved.issues ?? {} }, { status: 422 });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(() => serverAction(), 'Failed to update profile');
}

function useMessages(outcome: Outcome | undefined): void {
  useEffect(() => {
    if (outcome === undefined) return;
    toast({ title: outcome.title, destructive: outcome.typed !== null });
    if (outcome.typed === null) void loadSession();
  }, [outcome]);
}

function Card({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="rounded-card border border-line bg-white p-6 sm:p-8">
      <h2 id={`${id}-title`} className="mb-5 text-3xl">
        {title}
      </h2>
      {children}
    </section>
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

type Loaded = Route.ComponentProps['loaderData'];

function AccountInfo({ account }: { account: Loaded }) {
  return (
    <Card id="info" title="Account info">
      <dl className="mb-6">
        <Fact label="Email">
          {account.email}
          <span className="inline-flex items-center gap-1 rounded-full bg-leaf px-3 py-0.5 text-sm text-white">
            <CheckIcon className="size-4" /> Verified
          </span>
        </Fact>
        <Fact label="Account">{account.kind}</Fact>
        <Fact label="Member since">{longDay(account.memberSince)}</Fact>
      </dl>
      <ChangePassword email={account.email} />
    </Card>
  );
}

function YourData() {
  return (
    <Card id="data" title="Your data">
      <p className="mb-5 max-w-prose text-soft">
        Download everything that we keep of you as one file for machines, or delete your account for good.
      </p>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <ButtonLink to="/account/my-data.json" look="second" reloadDocument download>
          Download my data
        </ButtonLink>
        <Link
          to="/account/delete"
          className="inline-flex min-h-12 items-center font-medium text-berry underline-offset-4 hover:underline"
        >
          Delete my account
        </Link>
      </div>
    </Card>
  );
}

const noIssues = {};

export default function ProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  useMessages(actionData);
  const profile = actionData?.typed ?? loaderData.profile;
  return (
    <div className="space-y-6">
      <h1 className="text-5xl">Profile</h1>
      <Card id="you" title="About you">
        <ProfileForm
          key={JSON.stringify(loaderData.profile)}
          profile={profile}
          issues={actionData?.issues ?? noIssues}
        />
      </Card>
      <AccountInfo account={loaderData} />
      <Card id="addresses" title="Saved addresses">
        <AddressList addresses={loaderData.addresses} action="/account/profile" />
      </Card>
      <YourData />
    </div>
  );
}
