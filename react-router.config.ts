import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  ssr: true,
  // All routes in one small file: less than asking for the routes behind each page's links.
  routeDiscovery: { mode: 'initial' },
  // A page's parts in one file: by themselves most would be smaller than what names them in the list of routes.
  splitRouteModules: false,
} satisfies Config;
