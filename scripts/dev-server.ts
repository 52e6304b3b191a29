import { build, createServer } from 'vite';

type Served = { runServer(development: { middlewares: unknown }): Promise<void> };

await build({ configFile: 'packages/stripe-sandbox/vite.config.ts' });
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
const { runServer } = (await vite.ssrLoadModule('/src/app/server.ts')) as Served;
await runServer({ middlewares: vite.middlewares });
