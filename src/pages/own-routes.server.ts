import type { ServerBuild } from 'react-router';

import { notFoundPage, type Page } from './table.ts';

const idOf = ({ file }: Page) => `pages/${file.replace(/\.tsx?$/, '')}`;

/** A route and the frames around it, from the inside out. */
function chainOf(routes: ServerBuild['routes'], id: string | undefined): string[] {
  if (id === undefined) return [];
  return [id, ...chainOf(routes, routes[id]?.parentId)];
}

/**
 * The build with the routes of one page alone, and of what stands in a page's place: the router goes through all the routes that
 * it is given several times with every request, and makes each of them anew for every page that it renders.
 */
export function ownRoutes(build: ServerBuild, page: Page): ServerBuild {
  const ids = new Set([page, notFoundPage].flatMap((one) => chainOf(build.routes, idOf(one))));
  const own = <Route>(routes: Record<string, Route>): Record<string, Route> =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  return { ...build, routes: own(build.routes), assets: { ...build.assets, routes: own(build.assets.routes) } };
}
