import { pageUser } from '#modules/accounts/auth-service.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { ButtonLink } from '#ui/button.tsx';

import type { Route } from './+types/handbook-task.ts';
import { AdminPage, Panel } from './components/page.tsx';
import { tasksOf } from './handbook.server.ts';
import { labelAt, titled } from './navigation.ts';

export function loader({ context, params }: Route.LoaderArgs) {
  const found = tasksOf(context.get(pageUser).role).find(({ task }) => task === params.task);
  if (found === undefined) throw notFound();
  return found;
}

export const meta = (args: Route.MetaArgs) => titled(args.loaderData?.title ?? 'Handbook')(args);

export default function HandbookTaskPage({ loaderData: { title, steps, page } }: Route.ComponentProps) {
  const label = labelAt(page);
  return (
    <AdminPage title={title} back={{ to: '/admin/handbook', label: 'Handbook' }}>
      <Panel title="Steps" className="max-w-3xl">
        <ol className="list-decimal space-y-3 pl-6 marker:text-copper">
          {steps.map((step) => (
            <li key={step} className="pl-1">
              {step}
            </li>
          ))}
        </ol>
        {label === null ? null : (
          <p className="mt-6">
            <ButtonLink to={page} look="second">{`Open ${label}`}</ButtonLink>
          </p>
        )}
      </Panel>
    </AdminPage>
  );
}
