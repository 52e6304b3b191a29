import { recipientState, unsubscribe } from '#modules/marketing/automations.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { focusIfLost } from '#ui/focus.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { formSuccess, formAction } from '../forms/form-action.server.ts';
import { titled } from '../page-meta.ts';
import type { Route } from './+types/unsubscribe.ts';

export const meta = titled('Unsubscribe');

export async function loader({ context, params }: Route.LoaderArgs) {
  const state = await recipientState(context.get(pageRequest).ctx, params.recipient);
  if (state === null) throw notFound();
  return { isStopped: state === 'stopped' };
}

export const action = formAction({
  async stop({ ctx, params: { recipient = '' } }) {
    if (!(await unsubscribe(ctx, recipient))) throw notFound();
    return formSuccess('');
  },
});

export default function UnsubscribePage({ loaderData: { isStopped }, actionData }: Route.ComponentProps) {
  return (
    <section className="mx-auto max-w-lg space-y-6 px-6 py-24 text-center">
      <h1 className="text-5xl">{isStopped ? 'You’re unsubscribed' : 'Unsubscribe?'}</h1>
      <p
        key={String(isStopped)}
        // The pressed button was removed.
        ref={actionData === undefined ? undefined : focusIfLost}
        tabIndex={-1}
        className="text-lg text-soft outline-none"
      >
        {isStopped
          ? 'You’ll still get emails about your orders and your account.'
          : 'No more codes, reminders or review requests. You’ll still get emails about your orders.'}
      </p>
      {isStopped ? (
        <ButtonLink to="/">Go to the shop</ButtonLink>
      ) : (
        <ActionForm name="stop" submit="Unsubscribe" className="[&>div]:justify-center" />
      )}
    </section>
  );
}
