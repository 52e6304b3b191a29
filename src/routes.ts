import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

import { notFoundPage, pageRoutes, type Audience, type PageRoute } from './pages/page-registry.ts';

const routeOf = ({ path, file }: PageRoute) =>
  path === '/' ? index(`pages/${file}`) : route(path.slice(1), `pages/${file}`);

const routesFor = (...audiences: Audience[]) =>
  pageRoutes.filter(({ audience }) => audiences.includes(audience)).map(routeOf);

/** Page table as React Router routes. Customer pages and admin pages each have a layout route. */
export default [
  ...routesFor('public', 'visitor', 'bearer'),
  layout('pages/account/layout.tsx', routesFor('customer')),
  layout('pages/admin/layout.tsx', routesFor('admin')),
  routeOf(notFoundPage),
] satisfies RouteConfig;
