import type { ServerBuild } from 'react-router';

import { notFoundPage, type Page } from './page-table.ts';

const idOf = ({ file }: Page) => `pages/${file.replace(/\.tsx?$/, '')}`;

/** Ids of a route and its parents, innermost first. */
function chainOf(routes: ServerBuild['routes'], id: string | undefined): string[] {
  if (id === undefined) return [];
  return [id, ...chainOf(routes, routes[id]?.parentId)];
}

/**
 * Returns the build reduced to the routes of one page and of the not-found page.
 * The router scans all routes several times per request,
 * and recreates each of them for every rendered page.
 */
export function buildOfPage(build: ServerBuild, page: Page): ServerBuild {
  const ids = new Set([page, notFoundPage].flatMap((one) => chainOf(build.routes, idOf(one))));
  const own = <Route>(routes: Record<string, Route>): Record<string, Route> =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  return { ...build, routes: own(build.routes), assets: { ...build.assets, routes: own(build.assets.routes) } };
}
