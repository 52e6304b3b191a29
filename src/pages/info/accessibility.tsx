import { accessibility } from '#content/accessibility.ts';
import { site } from '#content/site.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { pageMeta } from '#ui/page-meta.ts';

import type { Route } from './+types/accessibility.ts';
import { PolicyPage } from './parts/policy-page.tsx';

export function loader({ context }: Route.LoaderArgs) {
  return { publicUrl: context.get(pageRequest).ctx.settings.publicUrl };
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { title, lead } = accessibility;
  const publicUrl = loaderData?.publicUrl ?? '';
  return pageMeta({ title: `${title} | ${site.name}`, description: lead, publicUrl, path: '/accessibility' });
}

export default function AccessibilityPage() {
  return <PolicyPage article={accessibility} />;
}
