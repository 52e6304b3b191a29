import { adminOrSignIn } from '#modules/accounts/guard.server.ts';
import { actorOf } from '#modules/audit/service.server.ts';
import { rateInput, rateRefusals } from '#modules/tax/editing/contract.ts';
import { percentText } from '#modules/tax/editing/rules.ts';
import { editRate, rateDesk } from '#modules/tax/editing/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { isUuid, typedOf } from '#shared/typed.ts';
import { Field } from '#ui/field.tsx';

import type { Route } from './+types/tax.ts';
import { fieldsOf, misfit, refused, saved } from './forms/answer.ts';
import { CheckField } from './forms/check-field.tsx';
import { momentOf } from './parts/moments.ts';
import { SaveForm } from './forms/save-form.tsx';
import { Notice } from './parts/notice.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { Panel } from './parts/panel.tsx';
import { placeWords } from './taxes/place.ts';

export async function loader({ context, request, params: { id } }: Route.LoaderArgs) {
  const { ctx, visitor } = context.get(pageRequest);
  adminOrSignIn(visitor, request);
  const desk = isUuid(id) ? await rateDesk(ctx.db, id) : null;
  if (desk === null) throw new Response(null, { status: 404, statusText: 'Not Found' });
  return { ...desk, place: placeWords(desk.rate) };
}

export async function action({ context, request, params: { id } }: Route.ActionArgs) {
  const { ctx, visitor } = context.get(pageRequest);
  adminOrSignIn(visitor, request);
  const typed = typedOf(await request.formData());
  const parsed = rateInput.safeParse(typed);
  if (!parsed.success) return misfit('rate', typed, parsed.error);
  if (!isUuid(id)) return refused('rate', { typed, message: rateRefusals.gone });
  const edited = await editRate(ctx, actorOf(visitor), { id, ...parsed.data });
  if (edited.ok) return saved('rate', 'Saved. Checkouts use it from now on; orders keep what they agreed.');
  const { reason } = edited;
  return refused('rate', { typed, message: rateRefusals[reason], isConflict: reason === 'changed_meanwhile' });
}

export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = () => [{ title: 'Tax rate | Admin' }, { name: 'robots', content: 'noindex' }];

export default function TaxPage({ loaderData: { rate, stamp, place }, actionData }: Route.ComponentProps) {
  const { name, ratePpm, source } = rate;
  const field = fieldsOf('rate', actionData, { name, ratePpm: percentText(ratePpm), source });
  const isRefused = actionData !== undefined && !actionData.outcome.ok;
  return (
    <>
      <PageHeader
        title={place}
        lead={`Last changed ${momentOf(rate.updatedAt)}`}
        back={{ to: '/admin/taxes', label: 'Taxes' }}
      />
      <Notice outcome={actionData?.outcome} />
      <Panel title="Rate" className="max-w-3xl">
        <SaveForm key={stamp} name="rate" label="Save rate" values={{ stamp }}>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field {...field('ratePpm')} label="Percent" inputMode="decimal" autoComplete="off" required />
            <Field {...field('name')} label="What receipts call it" autoComplete="off" maxLength={60} required />
          </div>
          <Field
            {...field('source')}
            label="Source, and from when it applies"
            autoComplete="off"
            maxLength={200}
            required
          />
          <CheckField
            id="rate-inclusive"
            name="inclusive"
            label="Prices hold this tax already"
            hint="It is shown as a part of the price and not added."
            defaultChecked={isRefused ? actionData.typed.inclusive === 'on' : rate.inclusive}
          />
        </SaveForm>
      </Panel>
    </>
  );
}
