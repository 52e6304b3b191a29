import { Link } from 'react-router';

import { site } from '#content/site.ts';
import { codeState, codeWords, type CodeState } from '#modules/buying/discounts/editing/rules.ts';
import { codesOf } from '#modules/buying/discounts/editing/service.server.ts';
import { promotionKinds, promotionLabel } from '#modules/buying/discounts/promotions/rules.ts';
import { listPromotions, type PromotionView } from '#modules/buying/discounts/promotions/service.server.ts';
import type { DiscountCode } from '#modules/buying/discounts/rules.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { shortDay } from '#shared/moments.ts';
import { ButtonLink } from '#ui/button.tsx';

import type { Route } from './+types/discounts.ts';
import { askedOf, neighbours, pageSize, slice } from './forms/listing.ts';
import { Badge, type Tone } from './parts/badge.tsx';
import { DataTable, type Column } from './parts/data-table.tsx';
import { Empty } from './parts/empty.tsx';
import { Filters } from './parts/filters.tsx';
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
  const promotions = (await listPromotions(ctx.db)).map((promotion) => {
    return { ...promotion, state: codeState({ ...promotion, isActive: promotion.enabled }, now) };
  });
  return { codes, promotions, filter, q: asked.q, pages: neighbours(request, asked.page, hasMore) };
}

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

const promotionColumns: Column<PromotionView & { state: CodeState }>[] = [
  {
    title: 'Promotion',
    isHead: true,
    render: (promotion) => (
      <Link
        to={`/admin/discounts/promotions/${promotion.id}`}
        className="py-1 font-medium text-berry underline underline-offset-4"
      >
        {promotionLabel(promotion)}
      </Link>
    ),
  },
  { title: 'Starts', render: ({ startsAt }) => (startsAt === null ? 'At once' : shortDay(startsAt)) },
  { title: 'Ends', render: ({ endsAt }) => (endsAt === null ? 'Never' : shortDay(endsAt)) },
  { title: 'State', render: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge> },
];

function Promotions({ promotions }: { promotions: readonly (PromotionView & { state: CodeState })[] }) {
  return (
    <section aria-labelledby="promotions-title">
      <h2 id="promotions-title" className="mb-4 text-3xl">
        Automatic promotions
      </h2>
      {promotions.length === 0 ? (
        <Empty title="No promotions">Nothing is taken off without a code.</Empty>
      ) : (
        <DataTable
          caption="Automatic promotions"
          columns={promotionColumns}
          rows={promotions}
          rowKey={({ id }) => id}
        />
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {[...promotionKinds].map(([name, { title }]) => (
          <ButtonLink key={name} to={`/admin/discounts/promotions/new?kind=${name}`} look="second">
            New: {title}
          </ButtonLink>
        ))}
      </div>
    </section>
  );
}

export default function DiscountsPage({ loaderData }: Route.ComponentProps) {
  const { codes, promotions, filter, q, pages } = loaderData;
  return (
    <>
      <PageHeader title="Discounts" lead="Codes that customers type, and promotions that apply by themselves.">
        <ButtonLink to="/admin/discounts/new">New code</ButtonLink>
      </PageHeader>
      <Promotions promotions={promotions} />
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
