import { Link } from 'react-router';

import type { Product } from '#modules/catalog/product.ts';
import { Price } from '#modules/catalog/ui/price.tsx';
import type { Landing } from '#modules/content/landing.schema.ts';
import type { ActivityItem } from '#modules/marketing/email-capture.ts';
import { ActivityPopup } from '#modules/marketing/ui/activity-popup.tsx';
import { Stars } from '#modules/reviews/ui/stars.tsx';
import { formatCount } from '#shared/money.ts';
import { classes } from '#ui/classes.ts';
import { ArrowRightIcon, CheckIcon, TruckIcon } from '#ui/icons.tsx';

import { BuyButton } from '../buy-button.tsx';
import { promotionText } from '../promotion-text.ts';
import { HeroPicture } from './hero-picture.tsx';
import type { Rating } from './landing-proof.ts';

const icons = { truck: TruckIcon, check: CheckIcon };

type Texts = Landing['hero'];

/** Class of texts over the picture. */
type Tone = { tone: string | undefined };

function Promises({ promises, tone }: Pick<Texts, 'promises'> & Tone) {
  return (
    <ul className={classes('mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm md:max-lg:flex-col', tone)}>
      {promises.map(({ icon, text }) => {
        const Icon = icons[icon];
        return (
          <li key={text} className="flex items-center gap-1.5">
            <Icon className="size-5 text-copper" />
            <span>{text}</span>
          </li>
        );
      })}
    </ul>
  );
}

type OfferProps = Tone & { product: Product; promotion: string | null };

function Offer({ product, promotion, tone }: OfferProps) {
  return (
    <div className="mt-3 space-y-3 max-md:low:mt-2 max-md:low:space-y-2 md:mt-5">
      <Price {...product} className={classes('text-3xl font-medium md:text-4xl', tone)} showSaving />
      <BuyButton product={product} className="max-w-sm" />
      {promotion === null ? null : (
        <p className={classes('text-sm font-medium text-wine', tone && 'md:not-print:text-petal')}>
          {promotionText(promotion)}
        </p>
      )}
    </div>
  );
}

function Rated({ rating, texts, tone }: Tone & { rating: Rating | null; texts: Texts }) {
  const line = classes('mb-1.5 text-sm md:mb-3 md:text-base', tone);
  if (rating === null) return <p className={line}>{texts.unrated}</p>;
  const { average, count, counted = count === 1 ? texts.countedOne : texts.counted } = rating;
  return (
    <p className={classes(line, 'flex items-center gap-2')}>
      <Stars rating={average} className="h-4.5" />
      <span className="md:whitespace-nowrap">{`${texts.rated} ${average}/5 (${formatCount(count)} ${counted})`}</span>
    </p>
  );
}

function Words({ title, text, tone }: Tone & { title: string; text: string }) {
  return (
    <>
      <h1
        className={classes(
          'text-[min(2.75rem,11.4vw)] leading-[1.02] md:text-5xl lg:text-6xl xl:text-7xl xl:low:text-6xl',
          tone,
        )}
      >
        {title}
      </h1>
      <p className={classes('mt-2 max-w-sm leading-snug max-md:low:mt-1.5 text-balance md:mt-4 md:text-lg', tone)}>
        {text}
      </p>
    </>
  );
}

type HeroProps = {
  texts: Texts;
  title: string;
  product: Product | null;
  /** Name of the running promotion. */
  promotion: string | null;
  rating: Rating | null;
  /** Purchases of others, shown below the offer on desktops. */
  activity: readonly ActivityItem[];
};

/** Picture and offer. On a phone one above the other, on wider screens one over the other. */
export function Hero({ texts, title, product, promotion, rating, activity }: HeroProps) {
  const tone = texts.wide.tone === 'dark' ? 'on-dark' : undefined;
  return (
    <section
      className={classes(
        'relative bg-blush max-md:sideways:grid max-md:sideways:grid-cols-2 md:flex md:min-h-132 lg:min-h-[clamp(32rem,68vh,max(46rem,38vw))] md:items-center',
        tone && 'md:bg-ink',
      )}
    >
      <HeroPicture narrow={texts.narrow} wide={texts.wide} />
      <div className="mx-auto w-full max-w-6xl md:relative md:px-6">
        <div className="relative -mt-6 rounded-t-[28px] bg-cream px-6 pt-4 pb-3 max-md:low:pt-2.5 max-md:sideways:mt-0 max-md:sideways:rounded-none md:mt-0 md:max-w-[min(26rem,38vw)] lg:max-w-[min(26rem,44vw)] md:bg-transparent md:px-0 md:py-4 xl:max-w-lg">
          <Rated rating={rating} texts={texts} tone={tone} />
          <Words title={title} text={texts.text} tone={tone} />
          {product === null ? null : <Offer product={product} promotion={promotion} tone={tone} />}
          <Link
            to="/quiz"
            className={classes(
              'mt-1 inline-flex min-h-11 items-center gap-2 text-berry underline underline-offset-4 hover:text-wine',
              tone && 'md:not-print:text-petal md:hover:text-white',
            )}
          >
            <span>{texts.quiz}</span> <ArrowRightIcon />
          </Link>
          <Promises promises={texts.promises} tone={tone} />
          <ActivityPopup items={activity} />
        </div>
      </div>
    </section>
  );
}
