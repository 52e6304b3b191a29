import { Link } from 'react-router';

import { hero } from '#content/home.ts';
import { promotionText } from '#content/product.ts';
import type { Product } from '#modules/catalog/rules.ts';
import { Price } from '#modules/catalog/ui/price.tsx';
import { promotionActive } from '#modules/discounts/rules.ts';
import { ArrowRightIcon, LockIcon, ReturnIcon, TruckIcon } from '#ui/icons.tsx';
import { sourceSet } from '#ui/picture.tsx';

import { Buy } from '#modules/cart/ui/buy.tsx';
import type { Rating } from './rules.ts';
import { Stars } from './stars.tsx';

const { narrow, wide, alt } = hero.picture;
const fromTablets = '(min-width: 768px)';

function preload(media: string, imageSrcSet: string) {
  return {
    rel: 'preload' as const,
    as: 'image' as const,
    type: 'image/avif',
    media,
    imageSrcSet,
    imageSizes: '100vw',
    fetchPriority: 'high' as const,
  };
}

/** The first picture of the page, asked for before the page is read. */
export const heroPreloads = [
  preload('(max-width: 767.98px)', sourceSet(narrow, 'avif')),
  preload(fromTablets, sourceSet(wide.src, 'avif', wide.widths)),
];

function HeroPicture() {
  return (
    <picture>
      <source media={fromTablets} type="image/avif" srcSet={sourceSet(wide.src, 'avif', wide.widths)} sizes="100vw" />
      <source media={fromTablets} type="image/webp" srcSet={sourceSet(wide.src, 'webp', wide.widths)} sizes="100vw" />
      <source type="image/avif" srcSet={sourceSet(narrow, 'avif')} sizes="100vw" />
      <source type="image/webp" srcSet={sourceSet(narrow, 'webp')} sizes="100vw" />
      <img
        src={`${narrow}-800.jpg`}
        alt={alt}
        width={1600}
        height={1600}
        fetchPriority="high"
        className="aspect-[10/9] w-full object-cover object-[50%_60%] md:aspect-auto md:h-[clamp(36rem,82vh,48rem)] md:object-[62%_50%]"
      />
    </picture>
  );
}

const icons = { truck: TruckIcon, return: ReturnIcon, lock: LockIcon };

function Promises() {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      {hero.promises.map(({ icon, text }) => {
        const Icon = icons[icon];
        return (
          <li key={text} className="flex items-center gap-2">
            <Icon className="size-5 text-gold" /> {text}
          </li>
        );
      })}
    </ul>
  );
}

function Offer({ product }: { product: Product }) {
  return (
    <div className="mt-6 space-y-4 md:mt-8">
      <Price {...product} className="text-4xl font-medium" showSaving />
      <Buy product={product} className="max-w-sm" />
      {promotionActive(product) ? <p className="text-sm font-medium text-wine">{promotionText}</p> : null}
    </div>
  );
}

function Rated({ average, count }: Rating) {
  return (
    <p className="mb-2 flex items-center gap-2 text-sm md:mb-4 md:text-base">
      <Stars rating={average} />
      <span>
        {hero.rated} {average}/5{count === null ? '' : ` (${count.toLocaleString('en-US')})`}
      </span>
    </p>
  );
}

/** The picture, the promise and the price. */
export function Hero({ product, rating }: { product: Product | null; rating: Rating | null }) {
  return (
    <section className="relative bg-blush">
      <HeroPicture />
      <div className="mx-auto max-w-6xl md:absolute md:inset-0 md:flex md:items-center md:px-6">
        <div className="relative -mt-8 rounded-t-[28px] bg-cream px-6 pt-6 md:mt-0 md:max-w-[26rem] md:bg-transparent md:p-0 lg:max-w-lg">
          {rating === null ? null : <Rated {...rating} />}
          <h1 className="text-[2.9rem] leading-[1.02] md:text-6xl lg:text-7xl">{hero.title}</h1>
          <p className="mt-4 max-w-sm text-lg text-balance md:mt-6">{hero.text}</p>
          {product === null ? null : <Offer product={product} />}
          <Link
            to="/quiz"
            className="mt-2 inline-flex min-h-11 items-center gap-2 text-berry underline underline-offset-4 hover:text-wine"
          >
            {hero.quiz} <ArrowRightIcon />
          </Link>
          <div className="mt-4">
            <Promises />
          </div>
        </div>
      </div>
    </section>
  );
}
