import { site } from '#content/site.ts';
import { firstActiveProduct } from '#modules/catalog/service.server.ts';
import { organization, structuredData, webSite } from '#modules/seo/structured-data.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { pageMeta } from '#ui/page-meta.ts';

import type { Route } from './+types/home.ts';
import { Closing } from './landing/closing.tsx';
import { Facts } from './landing/facts.tsx';
import { FourInOne } from './landing/four-in-one.tsx';
import { Guarantee } from './landing/guarantee.tsx';
import { Hero, heroPreloads } from './landing/hero.tsx';
import { Included } from './landing/included.tsx';
import { Steps } from './landing/steps.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  return { product: await firstActiveProduct(ctx.db), publicUrl: ctx.settings.publicUrl };
}

export const links: Route.LinksFunction = () => heroPreloads;

export function meta({ loaderData }: Route.MetaArgs) {
  const title = `${site.product} | ${site.name}`;
  const publicUrl = loaderData?.publicUrl ?? '';
  const page = pageMeta({ title, description: site.description, publicUrl, path: '/' });
  // For machines that read the page as it was sent: browsers need not carry the code for it.
  if (!import.meta.env.SSR) return page;
  const { name, supportEmail: email } = site;
  return [...page, structuredData(organization({ name, publicUrl, email }), webSite({ name, publicUrl }))];
}

export default function Home({ loaderData: { product } }: Route.ComponentProps) {
  return (
    <>
      <Hero product={product} />
      <Steps />
      <FourInOne />
      <Facts />
      <Included />
      <Guarantee />
      <Closing product={product} />
    </>
  );
}
