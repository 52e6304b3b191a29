import { site } from '#content/site.ts';
import { firstActiveProduct } from '#modules/catalog/service.server.ts';
import { ActivityPopup } from '#modules/marketing/ui/activity-popup.tsx';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { pageMeta } from '#ui/page-meta.ts';

import type { Route } from './+types/home.ts';
import { activityItems } from './activity.server.ts';
import { Closing } from './landing/closing.tsx';
import { Facts } from './landing/facts.tsx';
import { FourInOne } from './landing/four-in-one.tsx';
import { Guarantee } from './landing/guarantee.tsx';
import { Hero, heroPreloads } from './landing/hero.tsx';
import { Included } from './landing/included.tsx';
import { Steps } from './landing/steps.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const [product, activity] = await Promise.all([firstActiveProduct(ctx.db), activityItems(ctx)]);
  return { product, activity, publicUrl: ctx.settings.publicUrl };
}

export const links: Route.LinksFunction = () => heroPreloads;

export function meta({ loaderData }: Route.MetaArgs) {
  const title = `${site.product} | ${site.name}`;
  return pageMeta({ title, description: site.description, publicUrl: loaderData?.publicUrl ?? '', path: '/' });
}

export default function Home({ loaderData: { product, activity } }: Route.ComponentProps) {
  return (
    <>
      <Hero product={product} />
      <Steps />
      <FourInOne />
      <Facts />
      <Included />
      <Guarantee />
      <Closing product={product} />
      <ActivityPopup items={activity} />
    </>
  );
}
