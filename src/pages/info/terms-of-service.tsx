import { terms } from '#content/terms.ts';

import type { Route } from './+types/terms-of-service.ts';
import { articleMeta, ArticlePage } from './components/article-page.tsx';

export const meta: Route.MetaFunction = (args) => articleMeta(args, terms, '/terms-of-service');

export default function TermsOfServicePage() {
  return <ArticlePage article={terms} />;
}
