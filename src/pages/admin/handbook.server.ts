import { handbook } from '#content/handbook.ts';
import type { Role } from '#shared/roles.ts';

import { canOpenPage } from '../page-registry.ts';
import { handbookPages } from './handbook-tasks.ts';

/** Tasks whose page a role opens, in the order of the menu. */
export const tasksOf = (role: Role) =>
  handbookPages.filter(([page]) => canOpenPage(role, page)).map(([page, task]) => ({ page, task, ...handbook[task] }));
