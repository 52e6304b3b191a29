import { Link } from 'react-router';

import { productView } from '#modules/buying/catalog/editing/service.server.ts';
import { lastSalesOf } from '#modules/buying/orders/sales/service.server.ts';
import { isAnswered, sendAnswer } from '#ui/send-form.ts';

import type { Route } from './+types/product.ts';
import { Badge } from './parts/badge.tsx';
import { adminLoader } from './parts/loader.server.ts';
import { Empty, Page } from './parts/page.tsx';
import { productAction } from './product/action.server.ts';
import { Details } from './product/details.tsx';
import { Pictures } from './product/pictures.tsx';
import { Prices } from './product/prices.tsx';
import { Stock } from './product/stock.tsx';

export const loader = adminLoader(async ({ ctx }) => ({
  desk: await productView(ctx.db, ctx.now(), lastSalesOf),
  formKey: crypto.randomUUID(),
}));

export const action = productAction;
export const clientAction = sendAnswer;

/** Also after a refusal: what is stored may be another than what the form began with. */
export const shouldRevalidate = isAnswered;

export default function ProductPage({ loaderData: { desk, formKey } }: Route.ComponentProps) {
  if (desk === null) return <Empty title="The shop has no product yet" />;
  const { product, version, prices, lowestCents, moves, images } = desk;
  return (
    <Page
      title="Product"
      lead={
        <span className="flex flex-wrap items-center gap-3">
          {product.isActive ? <Badge tone="good">On sale</Badge> : <Badge tone="warn">Not shown</Badge>}
          <Link to="/product" reloadDocument className="text-berry underline underline-offset-4">
            See it in the shop
          </Link>
        </span>
      }
    >
      <div className="grid items-start gap-6 xl:grid-cols-[3fr_2fr]">
        <Details key={version} product={product} version={version} lowestCents={lowestCents} />
        <div className="space-y-6">
          <Stock product={product} moves={moves} formKey={formKey} />
          <Pictures product={product} images={images} />
          <Prices prices={prices} />
        </div>
      </div>
    </Page>
  );
}
