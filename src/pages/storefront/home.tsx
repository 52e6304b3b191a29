import { redirect } from 'react-router';

import { headline } from '#content/experiments.ts';
import { faq } from '#content/faq.ts';
import { benefits, hero, worth } from '#content/home.ts';
import { site } from '#content/site.ts';
import { productOnPage } from '#modules/catalog/service.server.ts';
import { ActivityPopup } from '#modules/marketing/ui/activity-popup.tsx';
import { reviewSummary } from '#modules/reviews/service.server.ts';
import { faqPage, organization, structuredData, webSite } from '#modules/seo/structured-data.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { pageMeta } from '#ui/page-meta.ts';

import type { Route } from './+types/home.ts';
import { activityItems } from './activity.server.ts';
import { BeforeAfter } from './landing/before-after.tsx';
import { beginCheckout } from './landing/begin-checkout.server.ts';
import { Closing } from './landing/closing.tsx';
import { Faq } from './landing/faq.tsx';
import { FeaturePrice } from './landing/feature-price.tsx';
import { FourInOne } from './landing/four-in-one.tsx';
import { Guarantee } from './landing/guarantee.tsx';
import { Hero } from './landing/hero.tsx';
import { heroPreloads } from './landing/hero-picture.tsx';
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
  const { ctx, variant } = context.get(pageRequest);
  const { shopMode, publicUrl } = ctx.settings;
  const [product, activity] = await Promise.all([productOnPage(ctx.db), activityItems(ctx)]);
  const rating = product === null ? null : await reviewSummary(ctx, product.id);
  const title = headline.variants[variant === 'b' ? 'b' : 'a'];
  return { title, product, activity, proof: landingProof(shopMode, rating), publicUrl };
}

/** The phone's way straight to the checkout. */
export async function action({ context }: Route.ActionArgs) {
  return redirect(await beginCheckout(context.get(pageRequest)));
}

export const links: Route.LinksFunction = () => heroPreloads;

export function meta({ loaderData }: Route.MetaArgs) {
  const title = `${hero.title} | ${site.name}`;
  const publicUrl = loaderData?.publicUrl ?? '';
  const page = pageMeta({ title, description: site.description, publicUrl, path: '/' });
  // For machines that read the page as it was sent: browsers need not carry the code for it.
  if (!import.meta.env.SSR) return page;
  const { name, supportEmail: email } = site;
  const shop = organization({ name, publicUrl, email });
  return [...page, structuredData(shop, webSite({ name, publicUrl }), faqPage(faq))];
}

export default function Home({ loaderData: { title, product, activity, proof } }: Route.ComponentProps) {
  return (
    <>
      <Hero title={title} product={product} rating={proof.rating} />
      <LookCloser product={product} videos={proof.videos} />
      <BeforeAfter />
      <Points id="benefits" {...benefits} />
      <Steps />
      <Transformation />
      {proof.testimonials === null ? null : <Testimonials testimonials={proof.testimonials} />}
      <Points id="worth" {...worth} />
      <FourInOne />
      <Science />
      <Included />
      <Guarantee />
      <VideoGallery videos={proof.videos} />
      {product === null ? null : <FeaturePrice product={product} />}
      <Faq />
      <TrustBadges />
      <Closing product={product} title={proof.closingTitle} />
      {product === null ? null : <StickyBar product={product} />}
      <ActivityPopup items={activity} />
    </>
  );
}
