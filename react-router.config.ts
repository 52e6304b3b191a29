import type { Config } from '@react-router/dev/config';

// All routes in one small file: less than asking for the routes behind each page's links.
export default { appDirectory: 'src', ssr: true, routeDiscovery: { mode: 'initial' } } satisfies Config;
