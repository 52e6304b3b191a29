import { pageRequest } from '#platform/http/page-context.server.ts';

import { pageContent } from '../page-content.server.ts';
import type { Route } from './+types/privacy-policy.ts';
import { articleOf } from './article.server.ts';
import { articleMeta, ArticlePage } from './components/article-page.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { privacy } = await pageContent(context.get(pageRequest));
  return { article: articleOf(privacy) };
}

export const meta = (args: Route.MetaArgs) => articleMeta(args, args.loaderData?.article, '/privacy-policy');

export default function PrivacyPolicyPage({ loaderData: { article } }: Route.ComponentProps) {
  return <ArticlePage article={article} />;
}
