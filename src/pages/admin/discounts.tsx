import { codeState, codeLabel, type CodeState } from '#modules/discounts/edit-codes.ts';
import { listCodes } from '#modules/discounts/discount-codes.queries.server.ts';
import { promotionKinds } from '#modules/promotions/promotion-kinds.ts';
import { promotionLabel } from '#modules/promotions/promotions.ts';
import { listPromotions, type PromotionView } from '#modules/promotions/promotions.server.ts';
import type { DiscountCode } from '#modules/discounts/discount-code.ts';
import { formatDateTime } from '#shared/shop-time.ts';
import { ButtonLink } from '#ui/button.tsx';

import { optionsOf } from '../forms/form-fields.tsx';
import type { Route } from './+types/discounts.ts';
import { StateBadge, type State } from './components/badge.tsx';
import { DataTable, List, type Column } from './components/list.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { Empty, AdminPage } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx, query }) => {
  const filter = query.choice('show', ['all', 'active', 'off']);
  const now = ctx.now();
  const list = await query.list(async (limits) => {
    const codes = await listCodes(ctx.db, { filter, now, ...limits });
    return { ...codes, rows: codes.rows.map((code) => ({ ...code, state: codeState(code, now) })) };
  });
  const promotions = (await listPromotions(ctx.db)).map((promotion) => {
    return { ...promotion, state: codeState({ ...promotion, isActive: promotion.enabled }, now) };
  });
  return { list, promotions };
});

const states: Record<CodeState, State> = {
  active: ['good', 'Active'],
  scheduled: ['active', 'Scheduled'],
  ended: ['plain', 'Ended'],
  used_up: ['plain', 'Used up'],
  off: ['plain', 'Off'],
};

const ends: Column<{ id: string; endsAt: Date | null }> = {
  title: 'Ends',
  sortBy: 'ends',
  render: ({ endsAt }) => (endsAt === null ? 'Never' : formatDateTime(endsAt)),
};
const state: Column<{ id: string; state: CodeState }> = {
  title: 'Status',
  render: ({ state }) => <StateBadge of={states[state]} />,
};

const columns: Column<DiscountCode & { state: CodeState }>[] = [
  { title: 'Code', sortBy: 'code', isHead: true, to: ({ id }) => `/admin/discounts/${id}`, render: ({ code }) => code },
  { title: 'Discount', render: (code) => codeLabel(code) },
  ends,
  {
    title: 'Uses',
    sortBy: '-uses',
    isNumber: true,
    render: ({ used, maxUses }) => `${used} of ${maxUses ?? 'unlimited'}`,
  },
  state,
];

const promotionColumns: Column<PromotionView & { state: CodeState }>[] = [
  {
    title: 'Promotion',
    isHead: true,
    to: ({ id }) => `/admin/discounts/promotions/${id}`,
    render: (promotion) => promotionLabel(promotion),
  },
  { title: 'Starts', render: ({ startsAt }) => (startsAt === null ? 'Immediately' : formatDateTime(startsAt)) },
  ends,
  state,
];

function Promotions({ promotions }: { promotions: readonly (PromotionView & { state: CodeState })[] }) {
  return (
    <section aria-labelledby="promotions-title">
      <h2 id="promotions-title" className="mb-4 text-3xl">
        Automatic promotions
      </h2>
      <DataTable
        caption="Automatic promotions"
        columns={promotionColumns}
        rows={promotions}
        empty={<Empty title="No promotions">Customers get discounts only with a code.</Empty>}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        {[...promotionKinds].map(([name, { title }]) => (
          <ButtonLink key={name} to={`/admin/discounts/promotions/new?kind=${name}`} look="second">
            {`Add: ${title}`}
          </ButtonLink>
        ))}
      </div>
    </section>
  );
}

const filters = { all: 'All', active: 'Active', off: 'Ended or off' };

export default function DiscountsPage({ loaderData: { list, promotions } }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Discounts"
      lead="Codes customers enter, and promotions that apply automatically."
      buttons={<ButtonLink to="/admin/discounts/new">New code</ButtonLink>}
    >
      <Promotions promotions={promotions} />
      <h2 className="mb-4 mt-10 text-3xl">Codes</h2>
      <List
        list={list}
        caption="Discount codes"
        search={{ label: 'Code or name' }}
        choices={[{ name: 'show', label: 'Show', options: optionsOf(filters) }]}
        empty={{ title: 'No codes here', first: 'Create the first one with “New code.”' }}
        columns={columns}
      />
    </AdminPage>
  );
}
