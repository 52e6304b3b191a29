import { redirect } from 'react-router';

import { site } from '#content/site.ts';
import { actorOf } from '#modules/audit/service.server.ts';
import { promotionInput, promotionRefusals, type PromotionRefusal } from '#modules/discounts/promotions/contract.ts';
import { promotionKinds, promotionLabel } from '#modules/discounts/promotions/rules.ts';
import {
  createPromotion,
  deletePromotion,
  editPromotion,
  promotionDesk,
} from '#modules/discounts/promotions/service.server.ts';
import { activeShippingOptions } from '#modules/shipping/service.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { typedOf, type Typed } from '#shared/typed.ts';
import { isUuid } from '#shared/uuid.ts';
import { isAnswered, sendForm } from '#ui/send-form.ts';

import type { Route } from './+types/discount-promotion.ts';
import { PromotionFields } from './discounts/promotion-fields.tsx';
import { answerOf, misfit, refused, saved } from './forms/answer.ts';
import { AskOnce } from './forms/ask-once.tsx';
import { SaveForm } from './forms/save-form.tsx';
import { NotOpened } from './parts/not-opened.tsx';
import { Notice } from '../forms/notice.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { Panel } from './parts/panel.tsx';

const notThere = () => new Response(null, { status: 404, statusText: 'Not Found' });

/** The promotion of an address, or the kind of the one that is to be created. */
async function openedOf(db: Db, id: string, request: Request) {
  const desk = isUuid(id) ? await promotionDesk(db, id) : null;
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

function refusal(form: string, typed: Typed, reason: PromotionRefusal) {
  return refused(form, { typed, message: promotionRefusals[reason], isConflict: reason === 'changed_meanwhile' });
}

export async function action({ context, request, params: { id } }: Route.ActionArgs) {
  const { ctx, visitor } = context.get(pageRequest);
  const actor = actorOf(visitor);
  const form = await request.formData();
  const typed = typedOf(form);
  if (typed.form === 'delete') {
    if (!isUuid(id)) throw notThere();
    const deleted = await deletePromotion(ctx, actor, { id, stamp: typed.stamp ?? '' });
    return deleted.ok ? redirect('/admin/discounts') : refusal('delete', typed, deleted.reason);
  }
  const { desk, kindName, kind } = await openedOf(ctx.db, id, request);
  const lists = Object.keys(kind.fields).filter((name) => kind.fields[name]?.type === 'shipping');
  const chosen = Object.fromEntries(
    lists.map((name) => [name, form.getAll(name).filter((one) => typeof one === 'string')]),
  );
  for (const [name, ids] of Object.entries(chosen)) typed[name] = ids.join(' ');
  const parsed = promotionInput(kind).safeParse({ ...typed, ...chosen });
  if (!parsed.success) return misfit('promotion', typed, parsed.error);
  const { stamp, ...edit } = parsed.data;
  if (desk === null) {
    const created = await createPromotion(ctx, actor, { kind: kindName, ...edit });
    if (!created.ok) return refusal('promotion', typed, created.reason);
    return redirect(`/admin/discounts/promotions/${created.value}?created`);
  }
  const edited = await editPromotion(ctx, actor, { id, stamp, ...edit });
  if (!edited.ok) return refusal('promotion', typed, edited.reason);
  return saved('promotion', 'Saved. The shop and open carts follow at once.');
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(() => serverAction());
}

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
      <Notice outcome={actionData?.outcome ?? (created ? createdOutcome : null)} />
      <Panel title={kind.title} className="max-w-4xl">
        <p className="mb-4 text-soft">{kind.about}</p>
        <PromotionFields key={desk?.stamp ?? kindName} {...{ kind, desk, methods }} answer={actionData} />
        {desk === null ? null : (
          <div className="mt-6 border-t border-line pt-4">
            <AskOnce
              key={answerOf(actionData, 'delete')?.outcome.message ?? ''}
              label="Delete promotion"
              question="It ends at once and cannot be brought back. Orders and payments under way keep what they agreed."
            >
              <SaveForm name="delete" label="Delete for good" look="second" values={{ stamp: desk.stamp }} />
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
