import { Link } from 'react-router';

import { pageUser } from '#modules/accounts/auth-service.server.ts';

import type { Route } from './+types/handbook.ts';
import { AdminPage } from './components/page.tsx';
import { tasksOf } from './handbook.server.ts';

export function loader({ context }: Route.LoaderArgs) {
  return { tasks: tasksOf(context.get(pageUser).role).map(({ task, title }) => ({ task, title })) };
}

export default function HandbookPage({ loaderData: { tasks } }: Route.ComponentProps) {
  return (
    <AdminPage title="Handbook" lead="One page for each task. Every page of the admin links to its own.">
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {tasks.map(({ task, title }) => (
          <li key={task}>
            <Link
              to={`/admin/handbook/${task}`}
              className="flex min-h-14 items-center rounded-card border border-line bg-white px-5 py-3 font-medium text-berry hover:border-berry"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </AdminPage>
  );
}
