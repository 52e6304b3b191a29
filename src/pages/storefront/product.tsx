import { useEffect, useState } from 'react';
import { data, redirect } from 'react-router';

import { gallery, inTheBox, promotionText, stats } from '#content/product.ts';
import { site } from '#content/site.ts';
import { addToCart } from '#modules/cart/service.server.ts';
import { AddToCart } from '#modules/cart/ui/add-to-cart.tsx';
import { quantityCap, unitPrice, type Product } from '#modules/catalog/rules.ts';
import { firstActiveProduct } from '#modules/catalog/service.server.ts';
import { Gallery } from '#modules/catalog/ui/gallery.tsx';
import { Price } from '#modules/catalog/ui/price.tsx';
import { StockNotice } from '#modules/catalog/ui/stock-notice.tsx';
import { countries } from '#modules/checkout/address-rules.ts';
import { promotionActive } from '#modules/discounts/rules.ts';
import { breadcrumbs, organization, productOffer, returnPolicy, structuredData } from '#modules/seo/structured-data.ts';
import type { ShippingOption } from '#modules/shipping/rules.ts';
import { activeShippingOptions } from '#modules/shipping/service.server.ts';
import { cartCookie } from '#platform/http/guest-cookie.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { newToken } from '#platform/session/token.server.ts';
import { deliveryRange, formatDelivery } from '#shared/dates.ts';
import { formatUsd } from '#shared/money.ts';
import { ButtonLink } from '#ui/button.tsx';
import { CheckIcon, ReturnIcon, TruckIcon } from '#ui/icons.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { Quantity } from '#ui/quantity.tsx';
import { toast } from '#ui/toast.tsx';

import type { Route } from './+types/product.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const product = await firstActiveProduct(ctx.db);
  const [option] = await activeShippingOptions(ctx.db);
  const delivery =
    option === undefined ? null : formatDelivery(deliveryRange(ctx.now(), option.daysMin, option.daysMax));
  // An address without its product is no page: it is neither cached nor indexed.
  const page = { product, delivery, shipping: option ?? null, publicUrl: ctx.settings.publicUrl };
  return data(page, { status: product === null ? 404 : 200 });
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Add to Cart as a plain form, for a click that comes before the page runs. */
export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, visitor, headers } = context.get(pageRequest);
  const form = await request.formData();
  const productId = form.get('product_id');
  const quantity = Number(form.get('quantity') ?? 1);
  if (typeof productId !== 'string' || !uuid.test(productId)) return redirect('/product');
  let shopper = visitor;
  if (visitor.user === null && visitor.cartToken === null) {
    shopper = { ...visitor, cartToken: newToken() };
    headers.append('set-cookie', cartCookie(ctx.settings, shopper.cartToken ?? ''));
  }
  const units = Number.isInteger(quantity) && quantity > 0 ? quantity : 1;
  await addToCart(ctx.db, shopper, { productId, quantity: units, sessionId: null });
  return redirect('/product?cart=open');
}

function forMachines(product: Product, shipping: ShippingOption | null, publicUrl: string) {
  const crumbs = [
    { name: 'Home', path: '/' },
    { name: product.name, path: '/product' },
  ];
  const wares = {
    product,
    publicUrl,
    brand: site.name,
    images: gallery.map(({ src }) => `${src}-1600.jpg`),
    delivery: { option: shipping, countries },
    returns: returnPolicy({ publicUrl, days: site.guaranteeDays, countries }),
    rating: null,
  };
  const shop = organization({ name: site.name, publicUrl, email: site.supportEmail });
  return structuredData(shop, productOffer(wares), breadcrumbs(publicUrl, crumbs));
}

export function meta({ loaderData }: Route.MetaArgs) {
  const product = loaderData?.product ?? null;
  const publicUrl = loaderData?.publicUrl ?? '';
  const title = `${product?.name ?? 'Product not found'} | ${site.name}`;
  const description = product?.description ?? site.description;
  const page = pageMeta({ title, description, publicUrl, path: '/product', index: product !== null });
  // For machines that read the page as it was sent: browsers need not carry the code for it.
  if (!import.meta.env.SSR || product === null) return page;
  return [...page, forMachines(product, loaderData?.shipping ?? null, publicUrl)];
}

function Buy({ product }: { product: Product }) {
  const [quantity, setQuantity] = useState(1);
  const cap = quantityCap(product.available);
  const price = unitPrice(product);
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-4">
        <Quantity quantity={quantity} of={product.name} least={1} most={Math.max(1, cap)} onChange={setQuantity} />
        {quantity >= cap && product.available !== null && cap > 0 ? (
          <p className="text-berry">Only {cap} left in stock!</p>
        ) : (
          <StockNotice available={product.available} />
        )}
      </div>
      <AddToCart productId={product.id} name={product.name} priceCents={price} quantity={quantity} soldOut={cap === 0}>
        Add to Cart - {formatUsd(price * quantity)}
      </AddToCart>
    </div>
  );
}

function Summary({ product, delivery }: { product: Product; delivery: string | null }) {
  return (
    <div className="space-y-6">
      <h1 className="text-4xl md:text-5xl">{product.name}</h1>
      <Price {...product} className="text-4xl font-medium" showSaving />
      {promotionActive(product) ? <p className="rounded-2xl bg-petal px-4 py-3 text-wine">{promotionText}</p> : null}
      <p className="text-lg text-soft">{product.description}</p>
      <Buy product={product} />
      <ul className="space-y-2 border-t border-line pt-5 text-soft">
        {delivery === null ? null : (
          <li className="flex gap-3">
            <TruckIcon className="mt-0.5 size-6" /> <span>Estimated delivery {delivery}, free</span>
          </li>
        )}
        <li className="flex gap-3">
          <ReturnIcon className="mt-0.5 size-6" />
          <span>{site.guaranteeDays}-day money-back guarantee, free returns</span>
        </li>
      </ul>
    </div>
  );
}

function Details({ product }: { product: Product }) {
  return (
    <div className="mt-16 grid gap-12 md:grid-cols-2">
      <section aria-labelledby="features">
        <h2 id="features" className="text-3xl">
          Key features
        </h2>
        <ul className="mt-5 space-y-3">
          {product.features.map((feature) => (
            <li key={feature} className="flex gap-3">
              <CheckIcon className="mt-0.5 size-6 shrink-0 text-gold" /> {feature}
            </li>
          ))}
        </ul>
        <h2 className="mt-12 text-3xl">What's in the box</h2>
        <ul className="mt-5 space-y-3">
          {inTheBox.map((item) => (
            <li key={item} className="flex gap-3">
              <CheckIcon className="mt-0.5 size-6 shrink-0 text-gold" /> {item}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="specifications">
        <h2 id="specifications" className="text-3xl">
          Specifications
        </h2>
        <dl className="mt-5 divide-y divide-line border-y border-line">
          {Object.entries(product.specifications).map(([label, value]) => (
            <div key={label} className="flex justify-between gap-6 py-3">
              <dt className="text-soft">{label}</dt>
              <dd className="text-right">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

function Stats() {
  return (
    <dl className="mt-16 grid grid-cols-3 gap-4 rounded-card bg-blush p-8 text-center">
      {stats.map(({ figure, text }) => (
        <div key={text} className="flex flex-col-reverse">
          <dt className="text-sm text-soft">{text}</dt>
          <dd className="font-display text-3xl md:text-4xl">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

function Missing() {
  useEffect(() => toast({ title: 'Error', description: 'Failed to load product data', destructive: true }), []);
  return (
    <section className="mx-auto max-w-lg px-6 py-28 text-center">
      <title>{`Product not found | ${site.name}`}</title>
      <h1 className="text-5xl">Product not found</h1>
      <ButtonLink to="/" className="mt-8">
        Return to Home
      </ButtonLink>
    </section>
  );
}

/** A product that could not be loaded reads like one that is not there. */
export function ErrorBoundary() {
  return <Missing />;
}

export default function ProductPage({ loaderData: { product, delivery } }: Route.ComponentProps) {
  if (product === null) return <Missing />;
  return (
    <div className="mx-auto max-w-6xl px-4 pt-6 sm:px-6 md:pt-12">
      <div className="grid gap-10 lg:grid-cols-[36rem_1fr]">
        <Gallery pictures={gallery} />
        <Summary product={product} delivery={delivery} />
      </div>
      <Stats />
      <Details product={product} />
    </div>
  );
}
