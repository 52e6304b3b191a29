import { Link } from 'react-router';

import { hero } from '#content/hero.ts';
import { promotionText } from '#content/site.ts';
import type { Product } from '#modules/catalog/product.ts';
import { Price } from '#modules/catalog/ui/price.tsx';
import { Stars } from '#modules/reviews/ui/stars.tsx';
import { formatCount } from '#shared/money.ts';
import { ArrowRightIcon, LockIcon, ReturnIcon, TruckIcon } from '#ui/icons.tsx';

import { BuyButton } from '../buy-button.tsx';
import { HeroPicture } from './hero-picture.tsx';
import type { Rating } from './landing-proof.ts';

const icons = { truck: TruckIcon, return: ReturnIcon, lock: LockIcon };

function Promises() {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      {hero.promises.map(({ icon, text }) => {
        const Icon = icons[icon];
        return (
          <li key={text} className="flex items-center gap-2">
            <Icon className="size-5 text-gold" />
            <span>{text}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Offer({ product, promotion }: { product: Product; promotion: string | null }) {
  return (
    <div className="mt-6 space-y-4 md:mt-8">
      <Price {...product} className="text-4xl font-medium" showSaving />
      <BuyButton product={product} className="max-w-sm" />
      {promotion === null ? null : <p className="text-sm font-medium text-wine">{promotionText(promotion)}</p>}
    </div>
  );
}

function Rated({ average, count }: Rating) {
  return (
    <p className="mb-2 flex items-center gap-2 text-sm md:mb-4 md:text-base">
      <Stars rating={average} className="h-4.5" />
      <span>{`${hero.rated} ${average}/5${count === null ? '' : ` (${formatCount(count)})`}`}</span>
    </p>
  );
}

type HeroProps = {
  title: string;
  product: Product | null;
  /** Name of the running promotion. */
  promotion: string | null;
  rating: Rating | null;
};

export function Hero({ title, product, promotion, rating }: HeroProps) {
  return (
    <section className="relative bg-blush sideways:grid sideways:grid-cols-2">
      <HeroPicture />
      <div className="mx-auto max-w-6xl lg:absolute lg:inset-0 lg:flex lg:items-center lg:px-6">
        <div className="relative -mt-8 rounded-t-[28px] bg-cream px-6 pt-6 md:px-10 md:pt-10 sideways:mt-0 sideways:rounded-none sideways:pt-6 lg:mt-0 lg:max-w-[28rem] lg:bg-transparent lg:p-0 xl:max-w-lg">
          {rating === null ? null : <Rated {...rating} />}
          <h1 className="text-[min(2.9rem,12vw)] leading-[1.02] md:text-6xl sideways:text-5xl xl:text-7xl">{title}</h1>
          <p className="mt-4 max-w-sm text-lg text-balance md:mt-6">{hero.text}</p>
          {product === null ? null : <Offer product={product} promotion={promotion} />}
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
        <p className="bg-cream px-6 pt-4 text-xs text-soft md:px-10 lg:absolute lg:right-6 lg:bottom-3 lg:bg-transparent lg:p-0 lg:text-ink">
          {hero.note}
        </p>
      </div>
    </section>
  );
}
