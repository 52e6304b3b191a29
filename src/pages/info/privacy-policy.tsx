import { privacy } from '#content/privacy.ts';

import type { Route } from './+types/privacy-policy.ts';
import { articleMeta, ArticlePage } from './components/article-page.tsx';

export const meta: Route.MetaFunction = (args) => articleMeta(args, privacy, '/privacy-policy');

export default function PrivacyPolicyPage() {
  return <ArticlePage article={privacy} />;
}
