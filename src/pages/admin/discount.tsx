import { redirect } from 'react-router';

import { site } from '#content/site.ts';
import { actorOf } from '#modules/audit/service.server.ts';
import { codeEditRefusals, codeInput, type CodeEditRefusal } from '#modules/discounts/editing/contract.ts';
import { codeState } from '#modules/discounts/editing/rules.ts';
import { codeDesk, createCode, editCode } from '#modules/discounts/editing/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { typedOf, type Typed } from '#shared/typed.ts';
import { isUuid } from '#shared/uuid.ts';
import { isAnswered, sendForm } from '#ui/send-form.ts';

import type { Route } from './+types/discount.ts';
import { CodeFields } from './discounts/code-fields.tsx';
import { misfit, refused, saved } from './forms/answer.ts';
import { Facts } from './parts/facts.tsx';
import { NotOpened } from './parts/not-opened.tsx';
import { Notice } from '../forms/notice.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { Panel } from './parts/panel.tsx';

const isNew = (id: string) => id === 'new';
const notThere = () => new Response(null, { status: 404, statusText: 'Not Found' });

export async function loader({ context, request, params: { id } }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const { shopMode } = ctx.settings;
  const created = new URL(request.url).searchParams.has('created');
  if (isNew(id)) return { desk: null, state: null, shopMode, created };
  const desk = isUuid(id) ? await codeDesk(ctx.db, id) : null;
  if (desk === null) throw notThere();
  return { desk, state: codeState(desk.code, ctx.now()), shopMode, created };
}

function refusal(typed: Typed, reason: CodeEditRefusal) {
  const message = codeEditRefusals[reason];
  const fields: Partial<Record<CodeEditRefusal, string>> = { code_exists: 'code', below_used: 'maxUses' };
  const field = fields[reason];
  const issues: Record<string, string> = field === undefined ? {} : { [field]: message };
  return refused('code', { typed, message, issues, isConflict: reason === 'changed_meanwhile' });
}

export async function action({ context, request, params: { id } }: Route.ActionArgs) {
  const { ctx, visitor } = context.get(pageRequest);
  const typed = typedOf(await request.formData());
  const parsed = codeInput.safeParse(typed);
  if (!parsed.success) return misfit('code', typed, parsed.error);
  const { stamp, ...edit } = parsed.data;
  if (isNew(id)) {
    const created = await createCode(ctx, actorOf(visitor), edit);
    return created.ok ? redirect(`/admin/discounts/${created.value}?created`) : refusal(typed, created.reason);
  }
  if (!isUuid(id)) throw notThere();
  const edited = await editCode(ctx, actorOf(visitor), { id, stamp, ...edit });
  return edited.ok ? saved('code', 'Saved. It applies from now on.') : refusal(typed, edited.reason);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(() => serverAction());
}

export const shouldRevalidate = isAnswered;

export const meta: Route.MetaFunction = () => [{ title: `Discount code | Admin | ${site.name}` }];

const createdOutcome = { ok: true, message: 'The code is created.' };

export default function DiscountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { desk, shopMode, created } = loaderData;
  return (
    <>
      <PageHeader title={desk?.code.code ?? 'New code'} back={{ to: '/admin/discounts', label: 'Discounts' }} />
      <Notice outcome={actionData?.outcome ?? (created ? createdOutcome : null)} />
      <div className="grid max-w-4xl items-start gap-6 xl:max-w-none xl:grid-cols-[3fr_2fr]">
        <Panel title="The code">
          <CodeFields key={desk?.stamp ?? 'new'} desk={desk} shopMode={shopMode} answer={actionData} />
        </Panel>
        {desk === null ? null : (
          <Panel title="Uses">
            <Facts
              facts={[
                ['Redeemed in paid orders', desk.code.used],
                ['Held by open checkouts', desk.code.held],
                ['At most', desk.code.maxUses ?? 'no limit'],
              ]}
            />
          </Panel>
        )}
      </div>
    </>
  );
}

export function ErrorBoundary() {
  return <NotOpened title="Discount code" what="code" back={{ to: '/admin/discounts', label: 'Discounts' }} />;
}
