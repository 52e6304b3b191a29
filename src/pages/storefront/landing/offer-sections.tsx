import type { Product } from '#modules/catalog/product.ts';
import { Price } from '#modules/catalog/ui/price.tsx';
import type { Landing } from '#modules/content/landing.schema.ts';
import { Accordion } from '#ui/accordion.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { CheckList } from '#ui/check-list.tsx';
import { classes } from '#ui/classes.ts';
import { Heading, large, medium } from '#ui/heading.tsx';
import { BoxIcon, LockIcon, ReturnIcon, TruckIcon } from '#ui/icons.tsx';
import { half, Picture } from '#ui/picture.tsx';

import { BundleOffer } from '../bundle-tiles.tsx';
import { BuyButton } from '../buy-button.tsx';

const icons = { truck: TruckIcon, return: ReturnIcon, box: BoxIcon, lock: LockIcon };

/** Strip below the hero. */
export function TrustBadges({ trust }: Pick<Landing, 'trust'>) {
  return (
    <div className="border-y border-line bg-white">
      <ul className="mx-auto grid max-w-6xl grid-cols-2 gap-x-4 gap-y-2 px-6 py-4 text-sm leading-tight md:py-5 md:text-base lg:grid-cols-4">
        {trust.map(({ icon, title, note }) => {
          const Icon = icons[icon];
          return (
            <li key={title} className="flex items-center gap-2.5">
              <Icon className="size-6 shrink-0 text-copper" />
              <span className="min-w-0 wrap-anywhere">
                <span>{title}</span>
                {note === '' ? null : <span className="block text-sm text-soft">{note}</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const own = 'bg-blush';

/** Rows of the comparison on a phone. */
const rowsOnPhones = 3;

/** Compares the product with two other kinds. */
export function Comparison({ comparison }: Pick<Landing, 'comparison'>) {
  return (
    <section aria-labelledby="worth" className="mx-auto max-w-4xl px-6 pt-12 md:pt-16">
      <h2 id="worth" className={classes(medium, 'md:text-center')}>
        <span className="md:hidden">{comparison.title}</span>
        <span className="max-md:hidden">{comparison.wideTitle}</span>
      </h2>
      <table className="mt-5 w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-card border border-line bg-white text-sm leading-snug md:mt-8 md:text-center md:text-base">
        <thead>
          <tr>
            {comparison.columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={classes('p-3 text-left font-medium md:text-center', index === 0 && `${own} text-wine`)}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {comparison.items.map(({ title, cells }, row) => (
          <tbody key={title} className={classes(row >= rowsOnPhones && 'max-md:hidden')}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={comparison.columns.length}
                className="border-t border-line px-3 pt-2 text-left font-display text-xl font-medium md:text-center md:text-2xl"
              >
                {title}
              </th>
            </tr>
            <tr>
              {cells.map((cell, index) => (
                <td key={cell} className={classes('px-3 pt-1 pb-3 align-top', index === 0 && 'font-medium text-wine')}>
                  {cell}
                </td>
              ))}
            </tr>
          </tbody>
        ))}
      </table>
    </section>
  );
}

type FeaturePriceProps = { title: string; product: Product; promotion: string | null };

/** Phones only: the product's features and price in one box. */
export function FeaturePrice({ title, product, promotion }: FeaturePriceProps) {
  return (
    <section aria-labelledby="bullets" className="px-6 pt-12 md:hidden">
      <div className="rounded-card border border-petal bg-white p-5">
        <Heading id="bullets" title={title} className="text-4xl" />
        <CheckList items={product.features} className="mt-3 mb-4 space-y-1" />
        <BundleOffer product={product} promotion={promotion} />
      </div>
    </section>
  );
}

/** Frequent questions, one open at a time. */
export function Faq({ questions }: Pick<Landing, 'questions'>) {
  const items = questions.items.map(({ question, answer }) => ({ title: question, text: answer }));
  return (
    <section
      aria-labelledby="faq"
      className="mx-auto grid max-w-6xl gap-5 px-6 pt-12 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:gap-16 md:pt-16"
    >
      <div>
        <Heading id="faq" title={questions.title} className={medium} />
        <p className="mt-3 text-lg text-soft max-md:hidden">
          <span>{`${questions.text} `}</span>
          <ButtonLink to="/contact" look="quiet" className="-ml-4">
            {questions.link}
          </ButtonLink>
        </p>
      </div>
      <Accordion name="faq" items={items} />
    </section>
  );
}

type ClosingProps = { texts: Landing['closing']; product: Product | null; title: string | null };

/** Last call to action of the page. `title` replaces its own. */
export function Closing({ texts: closing, product, title }: ClosingProps) {
  return (
    <section
      aria-labelledby="closing"
      className="mx-auto grid max-w-6xl items-center gap-x-16 gap-y-4 px-6 pt-12 md:grid-cols-2 md:pt-20"
    >
      <div>
        <Heading id="closing" title={title ?? closing.title} className={large} />
        <p className="mt-3 text-lg text-soft">{closing.text}</p>
        {product === null ? null : (
          <div className="mt-5 space-y-3">
            <Price {...product} className="text-4xl font-medium" showSaving />
            <BuyButton product={product} className="max-w-sm" />
          </div>
        )}
        <ButtonLink to="/product" look="quiet" className="mt-1 -ml-7">
          {closing.link}
        </ButtonLink>
      </div>
      <Picture
        {...closing.picture}
        sizes={half}
        className="aspect-[2/1] w-full rounded-card object-cover md:aspect-[3/2]"
      />
    </section>
  );
}
