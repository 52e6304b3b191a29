import { redirect } from 'react-router';

import { productOnPage } from '#modules/catalog/catalog.server.ts';
import { promotionOffered } from '#modules/discounts/discount-code.ts';
import { reviewSummary } from '#modules/reviews/reviews.server.ts';
import { faqPage, organization, structuredData, webSite } from '#modules/seo/structured-data.ts';
import { cachedRead } from '#platform/http/cached-read.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { lazyOnInteraction } from '#ui/lazy-on-interaction.tsx';

import { formAction } from '../forms/form-action.server.ts';
import { pageContent } from '../page-content.server.ts';
import { iconOf, pageMeta, publicUrlOf } from '../page-meta.ts';
import type { Route } from './+types/home.ts';
import { galleryItems } from './gallery-items.ts';
import { activityItems } from './recent-activity.server.ts';
import { beginCheckout } from './landing/begin-checkout.server.ts';
import { Hero } from './landing/hero.tsx';
import { heroPreloads } from './landing/hero-picture.tsx';
import { landingProof, shownEndorsements } from './landing/landing-proof.server.ts';

const shown = cachedRead(async (ctx) => {
  const [product, activity] = await Promise.all([productOnPage(ctx.db), activityItems(ctx)]);
  const rating = product === null ? null : await reviewSummary(ctx, product.id);
  return { product, activity, proof: landingProof(ctx.settings.shopMode, rating) };
});

export async function loader({ context }: Route.LoaderArgs) {
  const request = context.get(pageRequest);
  const [{ product, activity, proof }, content] = await Promise.all([shown(request), pageContent(request)]);
  const { sections, ...texts } = content.landing;
  const order = sections.flatMap(({ id, hidden }) => (hidden ? [] : [id]));
  const title = request.variant === 'b' ? texts.hero.comparedTitle : texts.hero.title;
  const promotion = product === null ? null : promotionOffered(product);
  const gallery = galleryItems(content.product.gallery);
  const { description } = content.site;
  const endorsements = shownEndorsements(request.ctx.settings.shopMode, content);
  return { description, texts, order, title, gallery, product, promotion, activity, proof, endorsements };
}

export const action = formAction({
  /** Handles the phone button that goes straight to the checkout. */
  checkout: async ({ context }) => redirect(await beginCheckout(context.get(pageRequest))),
});

export function meta(args: Route.MetaArgs) {
  const { description, texts } = args.loaderData;
  const { hero, questions } = texts;
  const page = [...pageMeta(args, { title: hero.title, description, path: '/' }), ...heroPreloads(hero)];
  // Structured data is for crawlers, which read the
  // server-rendered HTML. Browsers need not load its code.
  if (!import.meta.env.SSR) return page;
  const publicUrl = publicUrlOf(args);
  const { name, supportEmail: email } = args.matches[0].loaderData.site;
  const shop = organization({ name, publicUrl, email, icon: iconOf(args) });
  return [...page, structuredData(shop, webSite({ name, publicUrl }), faqPage(questions.items))];
}

const Rest = lazyOnInteraction('below-hero', () =>
  import('./landing/below-hero.tsx').then((loaded) => loaded.BelowHero),
);

export default function Home({
  loaderData: { texts, order, title, gallery, product, promotion, activity, proof, endorsements },
}: Route.ComponentProps) {
  return (
    <>
      <Hero
        texts={texts.hero}
        title={title}
        product={product}
        promotion={promotion}
        rating={proof.rating}
        activity={activity}
      />
      <Rest
        texts={texts}
        order={order}
        gallery={gallery}
        product={product}
        promotion={promotion}
        proof={proof}
        endorsements={endorsements}
      />
    </>
  );
}
