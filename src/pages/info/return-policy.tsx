import { returnPromises, returns, startReturn } from '#content/returns.ts';
import { site } from '#content/site.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { pageMeta } from '#ui/page-meta.ts';

import type { Route } from './+types/return-policy.ts';
import { PolicyPage } from './parts/policy-page.tsx';

export function loader({ context }: Route.LoaderArgs) {
  return { publicUrl: context.get(pageRequest).ctx.settings.publicUrl };
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { title, lead } = returns;
  const publicUrl = loaderData?.publicUrl ?? '';
  return pageMeta({ title: `${title} | ${site.name}`, description: lead, publicUrl, path: '/return-policy' });
}

export default function ReturnPolicyPage() {
  return (
    <PolicyPage article={returns}>
      <ul className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {returnPromises.map(({ title, text }) => (
          <li key={title} className="rounded-card bg-blush px-6 py-5">
            <p className="font-display text-2xl">{title}</p>
            <p className="mt-1 text-soft">{text}</p>
          </li>
        ))}
      </ul>
      <ButtonLink to={startReturn.to} className="mt-8 print:hidden">
        {startReturn.label}
      </ButtonLink>
    </PolicyPage>
  );
}
