import { faq } from '#content/faq.ts';
import { bullets, closing, guarantee, questions, trustBadges } from '#content/home.ts';
import { promotionText } from '#content/site.ts';
import type { Product } from '#modules/catalog/product.ts';
import { Price } from '#modules/catalog/ui/price.tsx';
import { Accordion } from '#ui/accordion.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { CheckList } from '#ui/check-list.tsx';
import { Heading, large, Part } from '#ui/heading.tsx';
import { BoxIcon, CheckIcon, LockIcon, ReturnIcon, TruckIcon } from '#ui/icons.tsx';
import { half, Picture } from '#ui/picture.tsx';

import { BuyButton } from '../buy-button.tsx';

type PointsProps = { id: string; title: string; items: readonly { title: string; text: string }[] };

/** Phones only: title with a list of points. */
export function Points({ id, title, items }: PointsProps) {
  return (
    <Part id={id} title={title} heading="text-[2.6rem]" className="px-6 pt-20 md:hidden">
      <ul className="mt-6 space-y-4">
        {items.map((item) => (
          <li key={item.title} className="flex gap-4 rounded-card bg-white p-5">
            <CheckIcon className="mt-1 size-6 shrink-0 text-gold" />
            <div>
              <h3 className="text-2xl">{item.title}</h3>
              <p className="mt-1 text-soft">{item.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Part>
  );
}

export function Guarantee() {
  return (
    <section aria-labelledby="guarantee" className="mx-auto max-w-6xl px-6 pt-20 md:pt-32">
      <div className="grid overflow-hidden rounded-card bg-petal/60 md:grid-cols-[2fr_3fr]">
        <Picture
          {...guarantee.picture}
          sizes="(min-width: 1152px) 28rem, (min-width: 768px) 40vw, 100vw"
          className="aspect-[5/4] h-full w-full object-cover md:aspect-[4/5]"
        />
        <div className="flex flex-col justify-center p-7 md:p-16">
          <p className="mb-2 text-sm font-medium text-wine">{guarantee.kicker}</p>
          <Heading id="guarantee" title={guarantee.title} className={large} />
          <p className="mt-4 text-lg">{guarantee.text}</p>
          <CheckList items={guarantee.items} />
        </div>
      </div>
    </section>
  );
}

/** Phones only: the product's features and price in one box. */
export function FeaturePrice({ product, promotion }: { product: Product; promotion: string | null }) {
  return (
    <section aria-labelledby="bullets" className="px-6 pt-20 md:hidden">
      <div className="rounded-card border border-petal bg-white p-7">
        <Heading id="bullets" title={bullets.title} className="text-4xl" />
        <CheckList items={product.features} className="mt-5 space-y-3" />
        <div className="mt-6 space-y-4 border-t border-line pt-6">
          <Price {...product} className="text-4xl font-medium" showSaving />
          <BuyButton product={product} />
          {promotion === null ? null : <p className="text-center text-sm text-wine">{promotionText(promotion)}</p>}
        </div>
      </div>
    </section>
  );
}

const items = faq.map(({ question, answer }) => ({ title: question, text: answer }));

/** Frequent questions, one open at a time. */
export function Faq() {
  return (
    <section
      aria-labelledby="faq"
      className="mx-auto grid max-w-6xl gap-8 px-6 pt-20 md:grid-cols-[2fr_3fr] md:gap-16 md:pt-32"
    >
      <div>
        <Heading id="faq" title={questions.title} className={large} />
        <p className="mt-4 text-lg text-soft">{questions.text}</p>
      </div>
      <Accordion name="faq" items={items} />
    </section>
  );
}

const icons = { truck: TruckIcon, return: ReturnIcon, box: BoxIcon, lock: LockIcon };

export function TrustBadges() {
  return (
    <ul className="mx-auto mt-20 grid max-w-6xl grid-cols-2 gap-x-6 gap-y-10 px-6 md:mt-32 lg:grid-cols-4">
      {trustBadges.map(({ icon, title, text }) => {
        const Icon = icons[icon];
        return (
          <li key={title} className="flex flex-col items-center text-center">
            <span className="flex size-14 items-center justify-center rounded-full bg-blush text-copper">
              <Icon className="size-7" />
            </span>
            <span className="mt-3 font-medium leading-snug">{title}</span>
            <span className="mt-1 text-sm text-soft">{text}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** Last call to action of the page. */
export function Closing({ product, title }: { product: Product | null; title: string | null }) {
  return (
    <section aria-labelledby="closing" className="overflow-hidden pt-20 md:pt-28">
      <div className="mx-auto grid max-w-6xl items-center gap-x-16 px-6 md:grid-cols-2">
        <figure className="mx-auto w-full max-w-md md:order-2 md:max-w-none">
          <Picture {...closing.picture} sizes={half} className="aspect-square w-full rounded-card object-cover" />
          <figcaption className="mt-3 text-sm text-soft">{closing.note}</figcaption>
        </figure>
        <div className="pt-6 md:pt-0">
          <Heading id="closing" title={title ?? closing.title} className="text-5xl md:text-7xl" />
          <p className="mt-4 text-lg text-soft">{closing.text}</p>
          {product === null ? null : (
            <div className="mt-8 space-y-4">
              <Price {...product} className="text-4xl font-medium" showSaving />
              <BuyButton product={product} className="max-w-sm" />
            </div>
          )}
          <ButtonLink to="/product" look="quiet" className="mt-2 -ml-7">
            {closing.link}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
