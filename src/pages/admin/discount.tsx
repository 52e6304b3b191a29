import { redirect } from 'react-router';

import { site } from '#content/site.ts';
import { codeEditRefusals, codeInput } from '#modules/buying/discounts/editing/contract.ts';
import { codeState } from '#modules/buying/discounts/editing/rules.ts';
import { codeView, createCode, editCode } from '#modules/buying/discounts/editing/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { isUuid } from '#shared/uuid.ts';
import { isAnswered, sendAnswer } from '#ui/send-form.ts';

import { formAction, parsed, told } from '../forms/action.server.ts';
import { Notice, PageNotice } from '../forms/notice.tsx';
import type { Route } from './+types/discount.ts';
import { CodeFields } from './discounts/code-fields.tsx';
import { Facts } from './parts/facts.tsx';
import { NotOpened } from './parts/not-opened.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { Panel } from './parts/panel.tsx';

const isNew = (id: string | undefined) => id === 'new';

export async function loader({ context, request, params: { id } }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const { shopMode } = ctx.settings;
  const created = new URL(request.url).searchParams.has('created');
  if (isNew(id)) return { desk: null, state: null, shopMode, created };
  const desk = isUuid(id) ? await codeView(ctx.db, id) : null;
  if (desk === null) throw new Response(null, { status: 404, statusText: 'Not Found' });
  return { desk, state: codeState(desk.code, ctx.now()), shopMode, created };
}

const fields = { code_exists: 'code', below_used: 'maxUses' } as const;

export const action = formAction({
  code: parsed(codeInput, async ({ ctx, actor, id, params }, { stamp, ...edit }) => {
    if (!isNew(params.id)) {
      const edited = await editCode(ctx, actor, { id, stamp, ...edit });
      return told(edited, codeEditRefusals, { success: 'Saved. It applies from now on.', fields });
    }
    const created = await createCode(ctx, actor, edit);
    return created.ok
      ? redirect(`/admin/discounts/${created.value}?created`)
      : told(created, codeEditRefusals, { success: '', fields });
  }),
});
export const clientAction = sendAnswer;
export const shouldRevalidate = isAnswered;

export const meta: Route.MetaFunction = () => [{ title: `Discount code | Admin | ${site.name}` }];

const createdOutcome = { ok: true, message: 'The code is created.' };

export default function DiscountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { desk, shopMode, created } = loaderData;
  return (
    <>
      <PageHeader title={desk?.code.code ?? 'New code'} back={{ to: '/admin/discounts', label: 'Discounts' }} />
      {actionData === undefined && created ? <Notice outcome={createdOutcome} /> : <PageNotice answer={actionData} />}
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
