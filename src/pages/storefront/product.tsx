import { Suspense } from 'react';
import { Await, data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';

import { useSite } from '#modules/content/ui/use-site.ts';
import { criticalReview, reviewsForPage } from '#modules/reviews/reviews.server.ts';
import { addToCart, cartSentence } from '#modules/cart/cart.server.ts';
import { productPictures } from '#modules/catalog/product-images.server.ts';
import { isSoldOut, promisedDelivery, type Product } from '#modules/catalog/product.ts';
import { productOnPage } from '#modules/catalog/catalog.server.ts';
import { compactFrame, Gallery } from '#modules/catalog/ui/gallery.tsx';
import { buyNow } from '#modules/checkout/buy-now.server.ts';
import { promotionOffered } from '#modules/discounts/discount-code.ts';
import { freeShippingOffers } from '#modules/promotions/promotions.ts';
import { findShippingTerms } from '#modules/shipping/shipping-options.queries.server.ts';
import {
  type ShippingTerms,
  freeFrom,
  homeCountry,
  standardOption,
  standardOptions,
} from '#modules/shipping/shipping-terms.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import type { FormValues } from '#shared/form-values.ts';
import { isUuid } from '#shared/uuid.ts';
import { ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import type { ElementChildren } from '#ui/element-children.ts';
import { lazyOnInteraction } from '#ui/lazy-on-interaction.tsx';
import { toast } from '#ui/toast.tsx';

import { formAction, formError } from '../forms/form-action.server.ts';
import { RequestReference } from '../frame/page-error.tsx';
import { pageContent } from '../page-content.server.ts';
import { pageMeta, publicUrlOf, iconOf } from '../page-meta.ts';
import type { Route } from './+types/product.ts';
import { bundlesOf, pricesOf } from './bundles.ts';
import { galleryItems } from './gallery-items.ts';
import { BuyBox } from './product/buy-box.tsx';
import { productStructuredData } from './product/product-structured-data.ts';
import { productLayout } from './product/product-layout.ts';
import { ensureCartIdentity } from './ensure-cart-identity.server.ts';

/** Returns what the page says of standard shipping to the first country. Null without an option. */
function deliveryOf({ promotions }: Product, terms: ShippingTerms, now: Date) {
  const option = standardOption(terms);
  if (option === null) return null;
  const isFree = freeFrom(option, freeShippingOffers(promotions)) === 0;
  return { text: promisedDelivery(now, option, homeCountry(terms.soldCountries)), isFree };
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = context.get(pageRequest);
  const { ctx } = page;
  const [product, { product: texts, reviews: reviewTexts, site }] = await Promise.all([
    productOnPage(ctx.db),
    pageContent(page),
  ]);
  const terms = await findShippingTerms(ctx.db);
  const delivery = product === null || isSoldOut(product) ? null : deliveryOf(product, terms, ctx.now());
  const query = new URL(request.url).searchParams;
  const reviews = product === null ? null : await reviewsForPage(ctx, product.id, { query });
  const critical = reviews === null ? null : await criticalReview(ctx, reviews);
  // Sample reviews are for people who can see that this is a demo, never for search engines.
  const rating = ctx.settings.shopMode === 'live' ? (reviews?.summary ?? null) : null;
  const { gallery, ...otherTexts } = texts;
  const shown = {
    description: product?.description ?? site.description,
    texts: otherTexts,
    reviewTexts,
    gallery: galleryItems(gallery),
    product,
    promotion: product === null ? null : promotionOffered(product),
    // Computed here, so that browsers need not load the code of promotions.
    bundles: product === null ? [] : bundlesOf(product),
    prices: product === null ? [] : pricesOf(product),
    pictures: product === null ? [] : await productPictures(ctx.db, product.id),
    delivery,
    reviews,
    critical,
    rating,
    shipping: { standard: standardOptions(terms), countries: terms.soldCountries },
  };
  // An address without its product is not a page: it is neither cached nor indexed.
  return data(shown, { status: product === null ? 404 : 200 });
}

/**
 * Shows the skeleton at once when a link of another page leads here.
 * Back waits for the data, so that the page is long enough for its scroll position. Browsers change
 * the address before Back loads anything, and the router changes it after a link has loaded.
 */
export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs) {
  const isBack = new URL(request.url).pathname === location.pathname;
  return isBack ? serverLoader() : { arriving: serverLoader() };
}

/** Skips revalidation: the query string does not affect the product. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isSamePage = currentUrl.pathname === nextUrl.pathname && formMethod === undefined;
  return isSamePage ? false : defaultShouldRevalidate;
}

function purchaseIn({ product_id: productId = '', quantity: typed = '1' }: FormValues) {
  const units = Number(typed);
  if (!isUuid(productId)) return null;
  return { productId, quantity: Number.isInteger(units) && units > 0 && units < 100 ? units : 1 };
}

/** Add to Cart and Buy Now as plain forms, for presses before hydration. */
export const action = formAction({
  async add({ context, ctx, values }) {
    const purchase = purchaseIn(values);
    if (purchase === null) return redirect('/product');
    const { shopper, remember } = ensureCartIdentity(context.get(pageRequest));
    remember();
    const added = await addToCart(ctx.db, shopper, { ...purchase, sessionId: null });
    return added.ok ? redirect('/product?cart=open') : formError(cartSentence(added));
  },
  async buy({ context, ctx, limits, values }) {
    const purchase = purchaseIn(values);
    if (purchase === null) return redirect('/product');
    const { shopper, remember } = ensureCartIdentity(context.get(pageRequest));
    remember();
    const bought = await buyNow(ctx, limits, { visitor: shopper, items: [purchase] });
    return bought.ok ? redirect(bought.url) : formError(bought.message);
  },
});

export function meta(args: Route.MetaArgs) {
  const { loaderData } = args;
  const arrived = loaderData !== undefined && 'product' in loaderData ? loaderData : null;
  const product = arrived?.product ?? null;
  const { site } = args.matches[0].loaderData;
  const name = arrived === null ? site.product : (product?.name ?? 'Product not found');
  const page = pageMeta(args, {
    title: name,
    description: arrived?.description ?? '',
    path: '/product',
    index: arrived === null || product !== null,
  });
  // Structured data is for crawlers, which read the
  // server-rendered HTML. Browsers need not load its code.
  if (!import.meta.env.SSR || arrived === null || product === null) return page;
  return [
    ...page,
    productStructuredData({ ...arrived, product, site, publicUrl: publicUrlOf(args), icon: iconOf(args) }),
  ];
}

/** A product that failed to load looks like a missing one. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Missing>
      <RequestReference error={error} />
    </Missing>
  );
}

const Details = lazyOnInteraction('product-details', () =>
  import('./product/product-details.tsx').then((loaded) => loaded.ProductDetails),
);
const BelowDetails = lazyOnInteraction('below-details', () =>
  import('./product/below-details.tsx').then((loaded) => loaded.BelowDetails),
);

type ShownProduct = Awaited<ReturnType<typeof loader>>['data'];

/** Everything about the product, with the buy box always beside it. */
function ProductView({ shown, problem }: { shown: ShownProduct; problem: string | null }) {
  const { texts, reviewTexts, product, promotion, bundles, prices, delivery, reviews, critical } = shown;
  if (product === null) return <Missing />;
  const rating = reviews?.summary ?? null;
  return (
    <>
      <div className={productLayout.page}>
        <Gallery items={[...shown.pictures, ...shown.gallery]} eager compact />
        <BuyBox
          trust={texts.trust}
          product={product}
          promotion={promotion}
          bundles={bundles}
          prices={prices}
          delivery={delivery}
          rating={rating}
          problem={problem}
        />
        <Details texts={texts} product={product} />
      </div>
      <BelowDetails films={texts.films} reviewTexts={reviewTexts} reviews={reviews} critical={critical} />
    </>
  );
}

const bar = 'rounded-full bg-petal/60';

/** Skeleton with the page's layout, shown until the product has loaded. */
function Skeleton() {
  return (
    <div className={classes(productLayout.page, 'animate-pulse motion-reduce:animate-none')} aria-busy="true">
      <div role="status" className="sr-only">
        <h1>Loading product…</h1>
      </div>
      <div aria-hidden="true">
        <div className={classes(compactFrame, 'bg-blush')} />
        <div className="mt-4 flex gap-2 overflow-hidden max-md:hidden">
          {Array.from({ length: 9 }, (_, one) => (
            <div key={one} className="aspect-square w-15 flex-none rounded-xl bg-blush lg:w-auto lg:flex-1" />
          ))}
        </div>
      </div>
      <div aria-hidden="true" className={classes(productLayout.box, 'space-y-4')}>
        <div className={classes(bar, 'h-11 w-11/12')} />
        <div className={classes(bar, 'h-10 w-1/2')} />
        <div className="h-24 rounded-2xl bg-blush" />
        <div className={classes(bar, 'h-12')} />
        <div className={classes(bar, 'h-12 opacity-60')} />
        <div className={classes(bar, 'h-12 opacity-60')} />
      </div>
      <div className={classes(productLayout.details, 'min-h-96')} />
    </div>
  );
}

/** Ref callback: shows the message once, when the page appears. */
function announce(): void {
  toast({ title: 'Error', description: 'Failed to load product data', destructive: true });
}

/** Page for a product that is missing or failed to load. */
function Missing({ children }: { children?: ElementChildren }) {
  return (
    <section ref={announce} className="mx-auto max-w-lg px-6 py-28 text-center">
      <title>{`Product not found | ${useSite().name}`}</title>
      <h1 className="text-5xl">Product not found</h1>
      <p className="mt-4 text-soft">It may be back soon. Nothing in your cart has changed.</p>
      {children}
      <ButtonLink to="/" className="mt-8">
        Return to Home
      </ButtonLink>
    </section>
  );
}

export default function ProductPage({ loaderData, actionData }: Route.ComponentProps) {
  const problem = actionData?.message ?? null;
  // No boundary on the server: React would send a large one
  // behind a script, and nothing could be bought without scripts.
  if (!('arriving' in loaderData)) return <ProductView shown={loaderData} problem={problem} />;
  return (
    <Suspense fallback={<Skeleton />}>
      <Await resolve={loaderData.arriving} errorElement={<Missing />}>
        {(shown) => <ProductView shown={shown} problem={problem} />}
      </Await>
    </Suspense>
  );
}
