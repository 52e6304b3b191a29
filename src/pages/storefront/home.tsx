import { closing, facts, guarantee, hero, included, steps } from '#content/home.ts';
import { site } from '#content/site.ts';
import { AddToCart } from '#modules/cart/ui/add-to-cart.tsx';
import { unitPrice, type Product } from '#modules/catalog/rules.ts';
import { firstActiveProduct } from '#modules/catalog/service.server.ts';
import { Price } from '#modules/catalog/ui/price.tsx';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { formatUsd } from '#shared/money.ts';
import { ButtonLink } from '#ui/button.tsx';
import { CheckIcon, LockIcon, ReturnIcon, TruckIcon } from '#ui/icons.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { Picture, sourceSet } from '#ui/picture.tsx';

import type { Route } from './+types/home.ts';

const wideWidths = [640, 1080, 1440, 1920];
const phone = '(max-width: 767px)';
const desktop = '(min-width: 768px)';

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  return { product: await firstActiveProduct(ctx.db), publicUrl: ctx.settings.publicUrl };
}

export const links: Route.LinksFunction = () => [
  {
    rel: 'preload',
    as: 'image',
    type: 'image/avif',
    media: phone,
    imageSrcSet: sourceSet('/media/hero', 'avif'),
    imageSizes: '100vw',
    fetchPriority: 'high',
  },
  {
    rel: 'preload',
    as: 'image',
    type: 'image/avif',
    media: desktop,
    imageSrcSet: sourceSet('/media/herowide', 'avif', wideWidths),
    imageSizes: '100vw',
    fetchPriority: 'high',
  },
];

export function meta({ loaderData }: Route.MetaArgs) {
  const title = `${site.product} | ${site.name}`;
  return pageMeta({ title, description: site.description, publicUrl: loaderData?.publicUrl ?? '', path: '/' });
}

function Buy({ product, className }: { product: Product; className?: string }) {
  const price = unitPrice(product);
  return (
    <AddToCart
      productId={product.id}
      name={product.name}
      priceCents={price}
      soldOut={product.available === 0}
      className={className ?? ''}
    >
      Add to Cart - {formatUsd(price).replace(/\.00$/, '')}
    </AddToCart>
  );
}

function HeroPicture() {
  return (
    <picture>
      <source media={desktop} type="image/avif" srcSet={sourceSet('/media/herowide', 'avif', wideWidths)} sizes="100vw" />
      <source media={desktop} type="image/webp" srcSet={sourceSet('/media/herowide', 'webp', wideWidths)} sizes="100vw" />
      <source type="image/avif" srcSet={sourceSet('/media/hero', 'avif')} sizes="100vw" />
      <source type="image/webp" srcSet={sourceSet('/media/hero', 'webp')} sizes="100vw" />
      <img
        src="/media/hero-800.jpg"
        alt={hero.alt}
        width={1600}
        height={1600}
        fetchPriority="high"
        className="aspect-square w-full object-cover md:aspect-auto md:h-[min(44rem,80vh)]"
      />
    </picture>
  );
}

function Promises() {
  const promise = 'flex items-center gap-2';
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm text-soft">
      <li className={promise}>
        <TruckIcon /> Free shipping
      </li>
      <li className={promise}>
        <ReturnIcon /> {site.guaranteeDays}-day money-back guarantee
      </li>
      <li className={promise}>
        <LockIcon /> Secure checkout
      </li>
    </ul>
  );
}

function Hero({ product }: { product: Product | null }) {
  return (
    <section className="relative md:bg-blush">
      <HeroPicture />
      <div className="mx-auto max-w-6xl px-6 md:absolute md:inset-0 md:flex md:items-center">
        <div className="-mt-10 rounded-card bg-cream p-6 pt-8 md:mt-0 md:max-w-lg md:bg-transparent md:p-0">
          <h1 className="text-[2.75rem] md:text-7xl">{hero.title}</h1>
          <p className="mt-4 text-lg md:mt-6">{hero.text}</p>
          {product === null ? null : (
            <div className="mt-6 space-y-5">
              <Price {...product} className="text-4xl font-medium" showSaving />
              <Buy product={product} className="max-w-sm" />
            </div>
          )}
          <div className="mt-6">
            <Promises />
          </div>
        </div>
      </div>
    </section>
  );
}

function Steps() {
  return (
    <section aria-labelledby="steps" className="mx-auto max-w-6xl px-6 pt-20 md:pt-28">
      <h2 id="steps" className="text-4xl md:text-5xl">
        {steps.title}
      </h2>
      <ol className="mt-10 grid gap-8 md:grid-cols-3">
        {steps.items.map(({ title, text }, index) => (
          <li key={title} className="border-t border-gold/40 pt-5">
            <span className="font-display text-3xl text-gold" aria-hidden="true">
              {index + 1}
            </span>
            <h3 className="mt-2 text-2xl">{title}</h3>
            <p className="mt-2 text-soft">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Facts() {
  return (
    <section aria-labelledby="facts" className="mx-auto mt-24 grid max-w-6xl items-center gap-10 px-6 md:grid-cols-2">
      <Picture
        src="/media/size_dims"
        alt={facts.alt}
        width={1600}
        height={1600}
        sizes="(min-width: 768px) 50vw, 100vw"
        className="w-full rounded-card"
      />
      <div>
        <h2 id="facts" className="text-4xl md:text-5xl">
          {facts.title}
        </h2>
        <p className="mt-4 text-lg text-soft">{facts.text}</p>
        <dl className="mt-8 grid grid-cols-2 gap-6">
          {facts.items.map(({ figure, text }) => (
            <div key={text} className="flex flex-col-reverse">
              <dt className="text-sm text-soft">{text}</dt>
              <dd className="font-display text-3xl">{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function Included() {
  return (
    <section aria-labelledby="included" className="mx-auto mt-24 grid max-w-6xl items-center gap-10 px-6 md:grid-cols-2">
      <div className="md:order-2">
        <Picture
          src="/media/flatlay"
          alt={included.alt}
          width={1600}
          height={1600}
          sizes="(min-width: 768px) 50vw, 100vw"
          className="w-full rounded-card"
        />
      </div>
      <div>
        <h2 id="included" className="text-4xl md:text-5xl">
          {included.title}
        </h2>
        <ul className="mt-6 space-y-3 text-lg">
          {included.items.map((item) => (
            <li key={item} className="flex items-center gap-3">
              <CheckIcon className="size-6 text-gold" />
              {item}
            </li>
          ))}
        </ul>
        <div className="mt-10 rounded-card bg-petal/60 p-7">
          <h3 className="text-2xl">{guarantee.title}</h3>
          <p className="mt-2">{guarantee.text}</p>
        </div>
      </div>
    </section>
  );
}

function Closing({ product }: { product: Product | null }) {
  return (
    <section aria-labelledby="closing" className="mx-auto mt-24 max-w-6xl px-6">
      <div className="grid overflow-hidden rounded-card bg-[#6f4249] text-white md:grid-cols-2">
        <Picture
          src="/media/head_dusk"
          alt={closing.alt}
          width={1600}
          height={1600}
          sizes="(min-width: 768px) 50vw, 100vw"
          className="w-full"
        />
        <div className="flex flex-col justify-center gap-6 p-8 md:p-14">
          <h2 id="closing" className="text-4xl md:text-5xl">
            {closing.title}
          </h2>
          {product === null ? null : <Buy product={product} className="max-w-sm" />}
          <ButtonLink to="/product" look="second" className="max-w-sm">
            See every detail
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

export default function Home({ loaderData: { product } }: Route.ComponentProps) {
  return (
    <>
      <Hero product={product} />
      <Steps />
      <Facts />
      <Included />
      <Closing product={product} />
    </>
  );
}
