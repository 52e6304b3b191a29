import { pageRequest } from '#platform/http/page-context.server.ts';

import { pageContent } from '../page-content.server.ts';
import type { Route } from './+types/terms-of-service.ts';
import { articleOf } from './article.server.ts';
import { articleMeta, ArticlePage } from './components/article-page.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { terms } = await pageContent(context.get(pageRequest));
  return { article: articleOf(terms) };
}

export const meta = (args: Route.MetaArgs) => articleMeta(args, args.loaderData?.article, '/terms-of-service');

export default function TermsOfServicePage({ loaderData: { article } }: Route.ComponentProps) {
  return <ArticlePage article={article} />;
}
