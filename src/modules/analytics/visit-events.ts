import { sourceOf } from '#shared/visit-source.ts';

import type { PageView } from './web-analytics.schema.ts';

/**
 * Kinds of visit events. They hold no person, no address and no identifier that lasts longer than a
 * day.
 */
type VisitKind = 'page' | 'source' | 'step' | 'quiz' | 'variant';

export type VisitEvent = { kind: VisitKind; key: string };

/** The shop's own host, and the paths whose visits are counted. */
type Counting = { ownHost: string; counted: ReadonlySet<string> };

/** Returns the path under which a page is counted. Null if it is not counted. */
function countedPath(path: string, counted: ReadonlySet<string>): string | null {
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path;
  return counted.has(plain) ? plain : null;
}

/** Returns the events to count for a page view. */
export function eventsOf(view: PageView, { ownHost, counted }: Counting): VisitEvent[] {
  const path = countedPath(view.path, counted);
  if (path === null) return [];
  if (view.step !== undefined) return [{ kind: 'step', key: view.step }];
  if (view.quiz !== undefined) return [{ kind: 'quiz', key: view.quiz }];
  const source = sourceOf(view, ownHost);
  return [{ kind: 'page', key: path }, ...(source === null ? [] : [{ kind: 'source' as const, key: source }])];
}
