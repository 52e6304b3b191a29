import { pageRequest } from '#platform/http/page-context.server.ts';
import { ButtonLink } from '#ui/button.tsx';

import { pageContent } from '../page-content.server.ts';
import type { Route } from './+types/return-policy.ts';
import { articleOf } from './article.server.ts';
import { articleMeta, ArticlePage } from './components/article-page.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { returnPolicy } = await pageContent(context.get(pageRequest));
  return { article: articleOf(returnPolicy), promises: returnPolicy.promises };
}

export const meta = (args: Route.MetaArgs) => articleMeta(args, args.loaderData?.article, '/return-policy');

export default function ReturnPolicyPage({ loaderData: { article, promises } }: Route.ComponentProps) {
  return (
    <ArticlePage article={article}>
      <ul className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {promises.map(({ title, text }) => (
          <li key={title} className="rounded-card bg-blush px-6 py-5">
            <p className="font-display text-2xl">{title}</p>
            <p className="mt-1 text-soft">{text}</p>
          </li>
        ))}
      </ul>
      <ButtonLink to="/contact" className="mt-8">
        Start a return
      </ButtonLink>
    </ArticlePage>
  );
}
