import { returnPromises, returns, startReturn } from '#content/returns.ts';
import { ButtonLink } from '#ui/button.tsx';

import type { Route } from './+types/return-policy.ts';
import { articleMeta, ArticlePage } from './components/article-page.tsx';

export const meta: Route.MetaFunction = (args) => articleMeta(args, returns, '/return-policy');

export default function ReturnPolicyPage() {
  return (
    <ArticlePage article={returns}>
      <ul className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {returnPromises.map(({ title, text }) => (
          <li key={title} className="rounded-card bg-blush px-6 py-5">
            <p className="font-display text-2xl">{title}</p>
            <p className="mt-1 text-soft">{text}</p>
          </li>
        ))}
      </ul>
      <ButtonLink to={startReturn.to} className="mt-8">
        {startReturn.label}
      </ButtonLink>
    </ArticlePage>
  );
}
