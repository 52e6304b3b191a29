import { accessibility } from '#content/accessibility.ts';

import type { Route } from './+types/accessibility.ts';
import { articleMeta, ArticlePage } from './components/article-page.tsx';

export const meta: Route.MetaFunction = (args) => articleMeta(args, accessibility, '/accessibility');

export default function AccessibilityPage() {
  return <ArticlePage article={accessibility} />;
}
