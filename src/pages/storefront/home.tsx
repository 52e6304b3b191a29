import { redirect } from 'react-router';

import { benefits, worth } from '#content/home.ts';
import { site } from '#content/site.ts';
import { firstActiveProduct } from '#modules/catalog/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { pageMeta } from '#ui/page-meta.ts';

import type { Route } from './+types/home.ts';
import { BeforeAfter } from './landing/before-after.tsx';
import { beginCheckout } from './landing/begin-checkout.server.ts';
import { Closing } from './landing/closing.tsx';
import { Faq } from './landing/faq.tsx';
import { FeaturePrice } from './landing/feature-price.tsx';
import { FourInOne } from './landing/four-in-one.tsx';
import { Guarantee } from './landing/guarantee.tsx';
import { Hero, heroPreloads } from './landing/hero.tsx';
import { Included } from './landing/included.tsx';
import { LookCloser } from './landing/look-closer.tsx';
import { Points } from './landing/points.tsx';
import { landingProof } from './landing/proof.server.ts';
import { Science } from './landing/science.tsx';
import { Steps } from './landing/steps.tsx';
import { StickyBar } from './landing/sticky-bar.tsx';
import { Testimonials } from './landing/testimonials.tsx';
import { Transformation } from './landing/transformation.tsx';
import { TrustBadges } from './landing/trust-badges.tsx';
import { VideoGallery } from './landing/video-gallery.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const { shopMode, publicUrl } = ctx.settings;
  return { product: await firstActiveProduct(ctx.db), proof: landingProof(shopMode, null), publicUrl };
}

/** The phone's way straight to the checkout. */
export async function action({ context }: Route.ActionArgs) {
  return redirect(await beginCheckout(context.get(pageRequest)));
}

export const links: Route.LinksFunction = () => heroPreloads;

export function meta({ loaderData }: Route.MetaArgs) {
  const title = `${site.product} | ${site.name}`;
  return pageMeta({ title, description: site.description, publicUrl: loaderData?.publicUrl ?? '', path: '/' });
}

export default function Home({ loaderData: { product, proof } }: Route.ComponentProps) {
  return (
    <>
      <Hero product={product} rating={proof.rating} />
      <LookCloser product={product} videos={proof.videos} />
      <BeforeAfter />
      <Points id="benefits" {...benefits} />
      <Steps />
      <Transformation />
      <FourInOne />
      {proof.testimonials === null ? null : <Testimonials testimonials={proof.testimonials} />}
      <Points id="worth" {...worth} />
      <Science />
      <Included />
      <Guarantee />
      <VideoGallery videos={proof.videos} />
      {product === null ? null : <FeaturePrice product={product} />}
      <Faq />
      <TrustBadges />
      <Closing product={product} title={proof.closingTitle} />
      {product === null ? null : <StickyBar product={product} />}
      {/* The live-activity popup and the e-mail capture have their place here. */}
    </>
  );
}
