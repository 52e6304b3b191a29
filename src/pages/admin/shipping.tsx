import { site } from '#content/site.ts';
import { optionInput, optionRefusals } from '#modules/buying/shipping/editing/contract.ts';
import {
  allShippingOptions,
  createOption,
  editOption,
  moveOption,
} from '#modules/buying/shipping/editing/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { isAnswered, sendAnswer } from '#ui/send-form.ts';

import { formAction, parsed, told, type Sent } from '../forms/action.server.ts';
import { PageNotice } from '../forms/notice.tsx';
import type { Route } from './+types/shipping.ts';
import { Empty } from './parts/empty.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { Panel } from './parts/panel.tsx';
import { Option, OptionFields } from './shipping/option.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  return { options: await allShippingOptions(ctx.db) };
}

const move =
  (direction: 'up' | 'down') =>
  async ({ ctx, actor, id }: Sent) =>
    told(await moveOption(ctx, actor, { id, direction }), optionRefusals, 'The order is changed.');

export const action = formAction({
  new: parsed(optionInput, async ({ ctx, actor }, { stamp: _stamp, ...edit }) =>
    told(await createOption(ctx, actor, edit), optionRefusals, `Saved: ${edit.name}.`),
  ),
  option: parsed(optionInput, async ({ ctx, actor, id }, edit) =>
    told(await editOption(ctx, actor, { id, ...edit }), optionRefusals, `Saved: ${edit.name}.`),
  ),
  up: move('up'),
  down: move('down'),
});
export const clientAction = sendAnswer;
export const shouldRevalidate = isAnswered;

export const meta: Route.MetaFunction = () => [{ title: `Shipping | Admin | ${site.name}` }];

export default function ShippingPage({ loaderData: { options }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="Shipping"
        lead="Customers choose among the options that are switched on; a checkout begins with the first."
      />
      <PageNotice answer={actionData} />
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
          <OptionFields key={options.length} option={null} answer={actionData} />
        </Panel>
      </div>
    </>
  );
}
