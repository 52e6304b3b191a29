import { Link } from 'react-router';

import { site } from '#content/site.ts';
import { actorOf } from '#modules/audit/service.server.ts';
import { editRefusals } from '#modules/catalog/editing/contract.ts';
import { editPromotion, promotionInput, promotionStamp } from '#modules/catalog/editing/promotion.server.ts';
import { editedProduct } from '#modules/catalog/editing/service.server.ts';
import { codeState, codeWords, type CodeState } from '#modules/discounts/editing/rules.ts';
import { codesOf } from '#modules/discounts/editing/service.server.ts';
import type { DiscountCode } from '#modules/discounts/rules.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { shortDay } from '#shared/moments.ts';
import { typedOf } from '#shared/typed.ts';
import { ButtonLink } from '#ui/button.tsx';
import { isAnswered, sendForm } from '#ui/send-form.ts';

import type { Route } from './+types/discounts.ts';
import { Promotion } from './discounts/promotion.tsx';
import { misfit, refused, saved } from './forms/answer.ts';
import { askedOf, neighbours, pageSize, slice } from './forms/listing.ts';
import { Badge, type Tone } from './parts/badge.tsx';
import { DataTable, type Column } from './parts/data-table.tsx';
import { Empty } from './parts/empty.tsx';
import { Filters } from './parts/filters.tsx';
import { Notice } from '../forms/notice.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { Pager } from './parts/pager.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const asked = askedOf(request);
  const filter = asked.choice('show', ['all', 'active', 'off']);
  const now = ctx.now();
  const found = await codesOf(ctx.db, {
    q: asked.q,
    filter,
    limit: pageSize + 1,
    offset: (asked.page - 1) * pageSize,
    now,
  });
  const { rows, hasMore } = slice(found);
  const codes = rows.map((code) => ({ ...code, state: codeState(code, now) }));
  const product = await editedProduct(ctx.db);
  const promotion =
    product === null ? null : { product, stamp: promotionStamp(product), isOnSale: product.salePriceCents !== null };
  return { codes, promotion, filter, q: asked.q, pages: neighbours(request, asked.page, hasMore) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, visitor } = context.get(pageRequest);
  const typed = typedOf(await request.formData());
  const parsed = promotionInput.safeParse(typed);
  if (!parsed.success) return misfit('promotion', typed, parsed.error);
  const product = await editedProduct(ctx.db);
  if (product === null) throw notFound();
  const edited = await editPromotion(ctx, actorOf(visitor), { productId: product.id, ...parsed.data });
  if (edited.ok) return saved('promotion', 'Saved. The shop and open carts follow at once.');
  const { reason } = edited;
  return refused('promotion', { typed, message: editRefusals[reason], isConflict: reason === 'changed_meanwhile' });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(() => serverAction());
}

export const shouldRevalidate = isAnswered;

export const meta: Route.MetaFunction = () => [{ title: `Discounts | Admin | ${site.name}` }];

const states: Record<CodeState, { tone: Tone; label: string }> = {
  active: { tone: 'good', label: 'Active' },
  scheduled: { tone: 'active', label: 'Not yet' },
  ended: { tone: 'plain', label: 'Ended' },
  used_up: { tone: 'plain', label: 'Used up' },
  off: { tone: 'warn', label: 'Off' },
};

type Row = DiscountCode & { state: CodeState };

const columns: Column<Row>[] = [
  {
    title: 'Code',
    isHead: true,
    render: ({ id, code }) => (
      <Link
        to={`/admin/discounts/${id}`}
        className="py-1 font-medium break-all text-berry underline underline-offset-4"
      >
        {code}
      </Link>
    ),
  },
  { title: 'Takes off', render: (code) => codeWords(code) },
  { title: 'Ends', render: ({ endsAt }) => (endsAt === null ? 'Never' : shortDay(endsAt)) },
  { title: 'Uses', isNumber: true, render: ({ used, maxUses }) => `${used} of ${maxUses ?? '∞'}` },
  { title: 'State', render: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge> },
];

export default function DiscountsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { codes, promotion, filter, q, pages } = loaderData;
  return (
    <>
      <PageHeader title="Discounts" lead="Codes that customers type, and the promotion that applies by itself.">
        <ButtonLink to="/admin/discounts/new">New code</ButtonLink>
      </PageHeader>
      <Notice outcome={actionData?.outcome} />
      {promotion === null ? null : <Promotion key={promotion.stamp} {...promotion} answer={actionData} />}
      <h2 className="mb-4 mt-10 text-3xl">Codes</h2>
      <Filters
        search={{ label: 'Code or name', value: q }}
        choices={[
          {
            name: 'show',
            label: 'Show',
            value: filter,
            options: [
              { value: 'all', label: 'All' },
              { value: 'active', label: 'Usable now' },
              { value: 'off', label: 'Ended or off' },
            ],
          },
        ]}
      />
      {codes.length === 0 ? (
        <Empty title="No codes here">
          {q === '' && filter === 'all' ? 'Create the first one with New code.' : 'Nothing fits this search.'}
        </Empty>
      ) : (
        <DataTable caption="Discount codes" columns={columns} rows={codes} rowKey={({ id }) => id} />
      )}
      <Pager {...pages} />
    </>
  );
}
