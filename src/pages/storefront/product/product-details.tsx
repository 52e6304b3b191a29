import type { Product } from '#modules/catalog/product.ts';
import type { ProductTexts } from '#modules/content/product-texts.schema.ts';
import { CheckList } from '#ui/check-list.tsx';
import { classes } from '#ui/classes.ts';
import { Heading, Part } from '#ui/heading.tsx';
import { ChevronIcon } from '#ui/icons.tsx';
import { Picture } from '#ui/picture.tsx';

import { productLayout } from './product-layout.ts';

/** Small screens crop the drawing's empty edges, so that the measurements are readable. */
const drawing = '(min-width: 1024px) 40rem, (min-width: 768px) 30rem, 133vw';
const heading = 'text-3xl md:text-4xl';

function Stats({ stats }: Pick<ProductTexts, 'stats'>) {
  return (
    <Part id="stats" title={stats.title} heading="sr-only">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-4 rounded-card bg-blush px-4 py-5 text-center sm:grid-cols-4 lg:grid-cols-2 xl:grid-cols-4">
        {stats.items.map(({ figure, text }) => (
          <div key={text} className="flex flex-col-reverse justify-end">
            <dt className="text-sm text-soft">{text}</dt>
            <dd className="font-display text-3xl whitespace-nowrap">{figure}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

type DetailsProps = { texts: Omit<ProductTexts, 'gallery'>; product: Product };

/** Folded table with the drawing of the measurements. */
function Specifications({ texts: { specifications }, product }: DetailsProps) {
  return (
    <section aria-labelledby="specifications">
      <details className="group border-y border-line">
        <summary className="flex min-h-16 cursor-pointer list-none items-center justify-between gap-6 py-3 [&::-webkit-details-marker]:hidden">
          <Heading id="specifications" title={specifications.title} className={classes(heading, 'min-w-0')} />
          <ChevronIcon className="size-6 shrink-0 text-gold transition-transform duration-200 group-open:rotate-180" />
        </summary>
        <div className="grid items-start gap-8 pb-8 md:grid-cols-[1fr_min(22rem,50%)] lg:grid-cols-1">
          <table className="w-full text-left">
            <tbody>
              {Object.entries(product.specifications).map(([label, value]) => (
                <tr key={label} className="border-t border-line">
                  <th scope="row" className="py-3 pr-6 font-normal wrap-anywhere text-soft">
                    {label}
                  </th>
                  <td className="py-3 text-right wrap-anywhere">{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className="aspect-[5/6] overflow-hidden rounded-card lg:aspect-square">
            <Picture
              {...specifications.picture}
              sizes={drawing}
              className="-ml-[15%] w-[133%] max-w-none lg:ml-0 lg:w-full"
            />
          </div>
        </div>
      </details>
    </section>
  );
}

/** Contents of the box, and what applies to returning it. */
function InTheBox({ inTheBox, guarantee }: Pick<ProductTexts, 'inTheBox' | 'guarantee'>) {
  return (
    <div className="overflow-hidden rounded-card bg-petal/60">
      <Picture
        {...inTheBox.picture}
        sizes="(min-width: 1280px) 40rem, (min-width: 1024px) 52vw, 100vw"
        className="aspect-[3/2] w-full object-cover"
      />
      <div className="grid gap-6 p-6 sm:grid-cols-2 md:p-8">
        <Part id="box" title={inTheBox.title} heading={heading}>
          <CheckList items={inTheBox.items} note={inTheBox.note} className="mt-3 space-y-2" />
        </Part>
        <Part id="guarantee" title={guarantee.title} heading={heading}>
          <p className="mt-3">{guarantee.text}</p>
          <CheckList items={guarantee.items} className="mt-3 space-y-2" />
        </Part>
      </div>
    </div>
  );
}

export function ProductDetails({ texts, product }: DetailsProps) {
  return (
    <div className={classes(productLayout.details, 'space-y-8 pt-5 md:space-y-12 md:pt-8')}>
      <Part id="features" title={texts.features.title} heading={heading}>
        <CheckList items={product.features} className="mt-4 grid gap-x-8 gap-y-2 sm:grid-cols-2 md:gap-y-3" />
      </Part>
      <Stats stats={texts.stats} />
      <Specifications texts={texts} product={product} />
      <InTheBox inTheBox={texts.inTheBox} guarantee={texts.guarantee} />
    </div>
  );
}
