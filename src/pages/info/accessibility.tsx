import { pageRequest } from '#platform/http/page-context.server.ts';

import { pageContent } from '../page-content.server.ts';
import type { Route } from './+types/accessibility.ts';
import { articleOf } from './article.server.ts';
import { articleMeta, ArticlePage } from './components/article-page.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { accessibility } = await pageContent(context.get(pageRequest));
  return { article: articleOf(accessibility) };
}

export const meta = (args: Route.MetaArgs) => articleMeta(args, args.loaderData?.article, '/accessibility');

export default function AccessibilityPage({ loaderData: { article } }: Route.ComponentProps) {
  return <ArticlePage article={article} />;
}
