import { features, inTheBox, specifications, stats } from '#content/product.ts';
import type { Product } from '#modules/catalog/product.ts';
import { CheckList } from '#ui/check-list.tsx';
import { classes } from '#ui/classes.ts';
import { Part } from '#ui/heading.tsx';
import { CheckIcon } from '#ui/icons.tsx';
import { Picture } from '#ui/picture.tsx';

import { productLayout } from './product-layout.ts';

/** Small screens crop the drawing's empty edges, so that the measurements are readable. */
const drawing = '(min-width: 1024px) 40rem, (min-width: 768px) 30rem, 133vw';
const sizes = '(min-width: 1280px) 24rem, (min-width: 768px) 45vw, 100vw';

function Stats() {
  return (
    <Part id="stats" title={stats.title} heading="sr-only">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-x-4 gap-y-6 rounded-card bg-blush px-6 py-8 text-center sm:grid-cols-4 lg:grid-cols-2 xl:grid-cols-4">
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

function Specifications({ product }: { product: Product }) {
  return (
    <Part id="specifications" title={specifications.title} heading="text-4xl">
      <div className="mt-6 grid items-start gap-8 md:grid-cols-[1fr_min(22rem,50%)] lg:grid-cols-1">
        <table className="w-full border-t border-line text-left">
          <tbody>
            {Object.entries(product.specifications).map(([label, value]) => (
              <tr key={label} className="border-b border-line">
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
    </Part>
  );
}

function InTheBox() {
  return (
    <Part id="box" title={inTheBox.title} heading="text-4xl">
      <div className="mt-6 grid items-center gap-8 md:grid-cols-[min(20rem,50%)_1fr]">
        <Picture {...inTheBox.picture} sizes={sizes} className="w-full rounded-card" />
        <ul className="divide-y divide-line border-y border-line text-lg">
          {inTheBox.items.map((item) => (
            <li key={item} className="flex items-center gap-4 py-4">
              <CheckIcon className="size-6 shrink-0 text-gold" />
              <span>{item}</span>
            </li>
          ))}
        </ul>
      </div>
    </Part>
  );
}

export function ProductDetails({ product }: { product: Product }) {
  return (
    <div className={classes(productLayout.details, 'space-y-14 pt-4 md:space-y-20 md:pt-8')}>
      <Stats />
      <Part id="features" title={features.title} heading="text-4xl">
        <CheckList items={product.features} className="mt-6 grid gap-x-8 gap-y-3 sm:grid-cols-2" />
      </Part>
      <Specifications product={product} />
      <InTheBox />
    </div>
  );
}
