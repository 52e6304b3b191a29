import { redirect } from 'react-router';

import { site } from '#content/site.ts';
import { actorOf } from '#modules/audit/service.server.ts';
import { placeInput, rateInput, rateRefusals, type RateRefusal } from '#modules/tax/editing/contract.ts';
import { createRate, editRate, rateDesk } from '#modules/tax/editing/service.server.ts';
import { pageRequest, type PageRequest } from '#platform/http/page-context.server.ts';
import { countries } from '#shared/countries.ts';
import { shortMoment } from '#shared/moments.ts';
import { typedOf, type Typed } from '#shared/typed.ts';
import { isUuid } from '#shared/uuid.ts';
import { isAnswered, sendForm } from '#ui/send-form.ts';

import type { Route } from './+types/tax.ts';
import { misfit, refused, saved } from './forms/answer.ts';
import { NotOpened } from './parts/not-opened.tsx';
import { Notice } from './parts/notice.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { Panel } from './parts/panel.tsx';
import { placeWords } from './taxes/place.ts';
import { RateFields } from './taxes/rate-fields.tsx';

export async function loader({ context, request, params: { id } }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const created = new URL(request.url).searchParams.has('created');
  const places = [...countries];
  if (id === 'new') return { desk: null, place: 'New rate', created, places };
  const desk = isUuid(id) ? await rateDesk(ctx.db, id) : null;
  if (desk === null) throw new Response(null, { status: 404, statusText: 'Not Found' });
  return { desk, place: placeWords(desk.rate), created, places };
}

function refusal(typed: Typed, reason: RateRefusal) {
  return refused('rate', { typed, message: rateRefusals[reason], isConflict: reason === 'changed_meanwhile' });
}

async function create({ ctx, visitor }: PageRequest, typed: Typed) {
  const place = placeInput.safeParse(typed);
  if (!place.success) return misfit('rate', typed, place.error);
  const parsed = rateInput.safeParse(typed);
  if (!parsed.success) return misfit('rate', typed, parsed.error);
  const { stamp: _stamp, ...rate } = parsed.data;
  const created = await createRate(ctx, actorOf(visitor), { ...rate, ...place.data });
  return created.ok ? redirect(`/admin/taxes/${created.value}?created`) : refusal(typed, created.reason);
}

export async function action({ context, request, params: { id } }: Route.ActionArgs) {
  const page = context.get(pageRequest);
  const typed = typedOf(await request.formData());
  if (id === 'new') return create(page, typed);
  const parsed = rateInput.safeParse(typed);
  if (!parsed.success) return misfit('rate', typed, parsed.error);
  if (!isUuid(id)) return refusal(typed, 'gone');
  const edited = await editRate(page.ctx, actorOf(page.visitor), { id, ...parsed.data });
  if (!edited.ok) return refusal(typed, edited.reason);
  return saved('rate', 'Saved. Checkouts use it from now on; orders keep what they agreed.');
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(() => serverAction());
}

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
      <Notice outcome={actionData?.outcome ?? (created ? createdOutcome : null)} />
      <Panel title="Rate" className="max-w-3xl">
        <RateFields key={desk?.stamp ?? 'new'} desk={desk} places={places} answer={actionData} />
      </Panel>
    </>
  );
}

export function ErrorBoundary() {
  return <NotOpened title="Tax rate" what="rate" back={{ to: '/admin/taxes', label: 'Taxes' }} />;
}
