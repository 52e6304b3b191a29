import { site } from '#content/site.ts';
import { actorOf } from '#modules/audit/service.server.ts';
import { optionInput, optionRefusals, type OptionRefusal } from '#modules/shipping/editing/contract.ts';
import { allShippingOptions, createOption, editOption, moveOption } from '#modules/shipping/editing/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { typedOf, type Typed } from '#shared/typed.ts';
import { isUuid } from '#shared/uuid.ts';
import { isAnswered, sendForm } from '#ui/send-form.ts';

import type { Route } from './+types/shipping.ts';
import { misfit, refused, saved } from './forms/answer.ts';
import { Empty } from './parts/empty.tsx';
import { Notice } from './parts/notice.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { Panel } from './parts/panel.tsx';
import { Option, OptionFields } from './shipping/option.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  return { options: await allShippingOptions(ctx.db) };
}

function refusal(typed: Typed, reason: OptionRefusal) {
  const isConflict = reason === 'changed_meanwhile';
  return refused(typed.form ?? '', { typed, message: optionRefusals[reason], isConflict });
}

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, visitor } = context.get(pageRequest);
  const typed = typedOf(await request.formData());
  const { form = '', id = '', direction } = typed;
  const actor = actorOf(visitor);
  if (form !== 'new' && !isUuid(id)) return refusal(typed, 'gone');
  if (direction === 'up' || direction === 'down') {
    const done = await moveOption(ctx, actor, { id, direction });
    return done.ok ? saved(form, 'The order is changed.') : refusal(typed, done.reason);
  }
  const parsed = optionInput.safeParse(typed);
  if (!parsed.success) return misfit(form, typed, parsed.error);
  const { stamp, ...edit } = parsed.data;
  const done =
    form === 'new' ? await createOption(ctx, actor, edit) : await editOption(ctx, actor, { id, stamp, ...edit });
  return done.ok ? saved(form, `Saved: ${edit.name}.`) : refusal(typed, done.reason);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(() => serverAction());
}

export const shouldRevalidate = isAnswered;

export const meta: Route.MetaFunction = () => [{ title: `Shipping | Admin | ${site.name}` }];

export default function ShippingPage({ loaderData: { options }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="Shipping"
        lead="Customers choose among the options that are switched on; a checkout begins with the first."
      />
      <Notice outcome={actionData?.outcome} />
      <div className="grid max-w-4xl gap-6">
        {options.length === 0 ? <Empty title="No options yet">Without one nobody can check out.</Empty> : null}
        {options.map((option, place) => (
          <Option
            key={`${option.id} ${option.stamp}`}
            option={option}
            isFirst={place === 0}
            isLast={place === options.length - 1}
            answer={actionData}
          />
        ))}
        <Panel title="Add an option">
          <OptionFields key={options.length} name="new" option={null} answer={actionData} />
        </Panel>
      </div>
    </>
  );
}
