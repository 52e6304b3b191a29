import { pageUser } from '#modules/accounts/auth-service.server.ts';
import { editConflictMessage } from '#modules/audit/audit-log.ts';
import { deliveries, noticeKindNames, noticeKinds } from '#modules/notifications/notification-kinds.ts';
import { preferencesInput } from '#modules/notifications/preferences.schema.ts';
import { editPreferences, preferencesView } from '#modules/notifications/preferences.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import type { Fields } from '#ui/form-response.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { adminAction, withParsedFields, replyFromResult } from '../forms/form-action.server.ts';
import type { Route } from './+types/notifications.ts';
import { AdminPage, Panel } from './components/page.tsx';

export async function loader({ context }: Pick<Route.LoaderArgs, 'context'>) {
  const { ctx } = context.get(pageRequest);
  const { id, email } = context.get(pageUser);
  const kinds = noticeKindNames.map((kind) => ({ kind, label: noticeKinds[kind].label }));
  const choices = Object.entries(deliveries).map(([value, label]) => ({ value, label }));
  return { email, kinds, choices, ...(await preferencesView(ctx.db, id)) };
}

export const action = adminAction('/admin/notifications', {
  preferences: withParsedFields(preferencesInput, async ({ ctx, actor, user }, { version, ...preferences }) => {
    const result = await editPreferences(ctx, actor, { userId: user.id, version, preferences });
    return replyFromResult(result, { changed_meanwhile: editConflictMessage }, 'Saved.');
  }),
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

type ChoiceProps = { field: ReturnType<Fields['field']>; legend: string; choices: { value: string; label: string }[] };

/** One kind of notification: its name and one radio button for each delivery. */
function DeliveryChoice({ field: { id, name, defaultValue, error }, legend, choices }: ChoiceProps) {
  return (
    <fieldset className="border-t border-line py-1 first:border-0 md:flex md:items-center">
      <legend className="float-left w-full pt-2 font-medium md:w-64 md:shrink-0 md:pt-0">{legend}</legend>
      <div className="clear-both flex flex-wrap gap-x-6 md:clear-none">
        {choices.map(({ value, label }) => (
          <label key={value} className="inline-flex min-h-11 items-center gap-2">
            <input
              type="radio"
              id={`${id}-${value}`}
              name={name}
              value={value}
              defaultChecked={value === defaultValue}
              aria-describedby={error === undefined ? undefined : `${id}-error`}
              className="size-5 shrink-0 accent-berry"
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      <p id={`${id}-error`} className="text-sm text-berry empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}

export default function NotificationsPage({ loaderData }: Route.ComponentProps) {
  const { email, kinds, choices, preferences, version } = loaderData;
  return (
    <AdminPage title="Notifications" lead={`Sent to ${email}. Each admin has their own settings.`}>
      <Panel title="Email notifications">
        <ActionForm
          key={version}
          name="preferences"
          submit="Save notifications"
          hidden={{ version }}
          stored={preferences}
          fields={[]}
        >
          {(fields) => (
            <>
              <p className="text-sm text-soft">
                Immediate emails arrive within a minute and may combine several events. The daily summary arrives at 8
                AM, shop time.
              </p>
              <div>
                {kinds.map(({ kind, label }) => (
                  <DeliveryChoice key={kind} field={fields.field(kind)} legend={label} choices={choices} />
                ))}
              </div>
            </>
          )}
        </ActionForm>
      </Panel>
    </AdminPage>
  );
}
