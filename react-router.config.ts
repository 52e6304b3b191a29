import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  // Set where the shop is built beside the build that is served (scripts/setup.mjs).
  buildDirectory: process.env.SHOP_BUILD_DIRECTORY ?? 'build',
  ssr: true,
  // All routes in one small file: less than asking for the routes behind each page's links.
  routeDiscovery: { mode: 'initial' },
  // A page's parts are one file: most would be smaller than their entry in the list of routes.
  splitRouteModules: false,
} satisfies Config;
