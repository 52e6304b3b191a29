import { site } from '#content/site.ts';
import { customerOrSignIn } from '#modules/accounts/guard.server.ts';
import { profileOf } from '#modules/accounts/service.server.ts';
import { signOut } from '#modules/accounts/ui/sign-out.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { Button } from '#ui/button.tsx';

import type { Route } from './+types/home.ts';

export const meta: Route.MetaFunction = () => [
  { title: `Account | ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, visitor } = context.get(pageRequest);
  const user = customerOrSignIn(visitor, request);
  const profile = await profileOf(ctx.db, user.id);
  return { user, firstName: profile?.firstName ?? user.name };
}

export default function AccountPage({ loaderData: { user, firstName } }: Route.ComponentProps) {
  return (
    <section className="mx-auto max-w-lg space-y-5 px-6 pt-16">
      <h1 className="text-5xl">Hello, {firstName}</h1>
      <dl className="divide-y divide-line rounded-card border border-line bg-white px-6">
        <div className="flex justify-between py-4">
          <dt className="text-soft">Email</dt>
          <dd className="break-words">{user.email}</dd>
        </div>
        <div className="flex justify-between py-4">
          <dt className="text-soft">Account</dt>
          <dd>{user.role === 'admin' ? 'Administrator' : 'Customer Account'}</dd>
        </div>
      </dl>
      <Button look="second" onClick={() => void signOut()}>
        Sign Out
      </Button>
    </section>
  );
}
