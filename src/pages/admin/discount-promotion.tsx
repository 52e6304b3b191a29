import { redirect } from 'react-router';

import { site } from '#content/site.ts';
import { promotionInput, promotionRefusals } from '#modules/buying/discounts/promotions/contract.ts';
import { promotionKinds, promotionLabel } from '#modules/buying/discounts/promotions/rules.ts';
import {
  createPromotion,
  deletePromotion,
  editPromotion,
  promotionView,
} from '#modules/buying/discounts/promotions/service.server.ts';
import { activeShippingOptions } from '#modules/buying/shipping/service.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { isUuid } from '#shared/uuid.ts';
import { answerOf } from '#ui/form-answer.ts';
import { isAnswered, sendAnswer } from '#ui/send-form.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { formAction, parsed, told, type Sent } from '../forms/action.server.ts';
import { Notice, PageNotice } from '../forms/notice.tsx';
import type { Route } from './+types/discount-promotion.ts';
import { PromotionFields } from './discounts/promotion-fields.tsx';
import { AskOnce } from './forms/ask-once.tsx';
import { NotOpened } from './parts/not-opened.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { Panel } from './parts/panel.tsx';

const notThere = () => new Response(null, { status: 404, statusText: 'Not Found' });

/** The promotion of an address, or the kind of the one that is to be created. */
async function openedOf(db: Db, id: string, request: Request) {
  const desk = isUuid(id) ? await promotionView(db, id) : null;
  if (desk === null && id !== 'new') throw notThere();
  const kindName = desk?.kind ?? new URL(request.url).searchParams.get('kind') ?? '';
  const kind = promotionKinds.get(kindName);
  if (kind === undefined) throw notThere();
  return { desk, kindName, kind };
}

export async function loader({ context, request, params: { id } }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const { desk, kindName } = await openedOf(ctx.db, id, request);
  const created = new URL(request.url).searchParams.has('created');
  return { desk, kindName, methods: await activeShippingOptions(ctx.db), created };
}

async function save(sent: Sent) {
  const { ctx, actor, id } = sent;
  const { desk, kindName, kind } = await openedOf(ctx.db, sent.params.id ?? '', sent.request);
  const store = parsed(promotionInput(kind), async (_sent, { stamp, ...edit }) => {
    if (desk !== null) {
      const edited = await editPromotion(ctx, actor, { id, stamp, ...edit });
      return told(edited, promotionRefusals, 'Saved. The shop and open carts follow at once.');
    }
    const created = await createPromotion(ctx, actor, { kind: kindName, ...edit });
    return created.ok
      ? redirect(`/admin/discounts/promotions/${created.value}?created`)
      : told(created, promotionRefusals, '');
  });
  return store(sent);
}

export const action = formAction({
  promotion: save,
  async delete({ ctx, actor, id, values }) {
    const deleted = await deletePromotion(ctx, actor, { id, stamp: values.stamp ?? '' });
    return deleted.ok ? redirect('/admin/discounts') : told(deleted, promotionRefusals, '');
  },
});
export const clientAction = sendAnswer;
export const shouldRevalidate = isAnswered;

export const meta: Route.MetaFunction = () => [{ title: `Automatic promotion | Admin | ${site.name}` }];

const back = { to: '/admin/discounts', label: 'Discounts' };
const createdOutcome = { ok: true, message: 'The promotion is created.' };

export default function DiscountPromotionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { desk, kindName, methods, created } = loaderData;
  const kind = promotionKinds.get(kindName);
  if (kind === undefined) return null;
  return (
    <>
      <PageHeader title={desk === null ? 'New promotion' : promotionLabel(desk)} back={back} />
      {actionData === undefined && created ? <Notice outcome={createdOutcome} /> : <PageNotice answer={actionData} />}
      <Panel title={kind.title} className="max-w-4xl">
        <p className="mb-4 text-soft">{kind.about}</p>
        <PromotionFields key={desk?.stamp ?? kindName} {...{ kind, desk, methods }} answer={actionData} />
        {desk === null ? null : (
          <div className="mt-6 border-t border-line pt-4">
            <AskOnce
              isOpen={answerOf(actionData, 'delete') !== undefined}
              label="Delete promotion"
              question="It ends at once and cannot be brought back. Orders and payments under way keep what they agreed."
            >
              <ActionForm
                name="delete"
                submit="Delete for good"
                look="second"
                hidden={{ stamp: desk.stamp }}
                answer={actionData}
              />
            </AskOnce>
          </div>
        )}
      </Panel>
    </>
  );
}

export function ErrorBoundary() {
  return <NotOpened title="Automatic promotion" what="promotion" back={back} />;
}
