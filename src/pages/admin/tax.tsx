import { redirect } from 'react-router';

import { site } from '#content/site.ts';
import { placeInput, rateInput, rateRefusals } from '#modules/buying/tax/editing/contract.ts';
import { createRate, editRate, rateView } from '#modules/buying/tax/editing/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { countries } from '#shared/countries.ts';
import { shortMoment } from '#shared/moments.ts';
import { isUuid } from '#shared/uuid.ts';
import { isAnswered, sendAnswer } from '#ui/send-form.ts';

import { formAction, parsed, told } from '../forms/action.server.ts';
import { Notice, PageNotice } from '../forms/notice.tsx';
import type { Route } from './+types/tax.ts';
import { NotOpened } from './parts/not-opened.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { Panel } from './parts/panel.tsx';
import { placeWords } from './taxes/place.ts';
import { RateFields } from './taxes/rate-fields.tsx';

export async function loader({ context, request, params: { id } }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const created = new URL(request.url).searchParams.has('created');
  const places = [...countries];
  if (id === 'new') return { desk: null, place: 'New rate', created, places };
  const desk = isUuid(id) ? await rateView(ctx.db, id) : null;
  if (desk === null) throw new Response(null, { status: 404, statusText: 'Not Found' });
  return { desk, place: placeWords(desk.rate), created, places };
}

export const action = formAction({
  add: parsed(rateInput.and(placeInput), async ({ ctx, actor }, { stamp: _stamp, ...rate }) => {
    const created = await createRate(ctx, actor, rate);
    return created.ok ? redirect(`/admin/taxes/${created.value}?created`) : told(created, rateRefusals, '');
  }),
  rate: parsed(rateInput, async ({ ctx, actor, id }, rate) => {
    const edited = await editRate(ctx, actor, { id, ...rate });
    return told(edited, rateRefusals, 'Saved. Checkouts use it from now on; orders keep what they agreed.');
  }),
});
export const clientAction = sendAnswer;
export const shouldRevalidate = isAnswered;

export const meta: Route.MetaFunction = () => [{ title: `Tax rate | Admin | ${site.name}` }];

const createdOutcome = { ok: true, message: 'The rate is added. Checkouts use it from now on.' };

export default function TaxPage({ loaderData: { desk, place, created, places }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={place}
        lead={desk === null ? undefined : `Last changed ${shortMoment(desk.rate.updatedAt)}`}
        back={{ to: '/admin/taxes', label: 'Taxes' }}
      />
      {actionData === undefined && created ? <Notice outcome={createdOutcome} /> : <PageNotice answer={actionData} />}
      <Panel title="Rate" className="max-w-3xl">
        <RateFields key={desk?.stamp ?? 'new'} desk={desk} places={places} answer={actionData} />
      </Panel>
    </>
  );
}

export function ErrorBoundary() {
  return <NotOpened title="Tax rate" what="rate" back={{ to: '/admin/taxes', label: 'Taxes' }} />;
}
