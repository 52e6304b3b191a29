import { once } from 'node:events';
import { flushCompileCache } from 'node:module';

import { serve } from '@hono/node-server';

import { readSettings } from '#platform/env/settings.server.ts';

import { createApp } from '../../src/app/api.server.ts';
import { startShop } from '../../src/app/shop.server.ts';

const probability = Number(process.env.CHAOS_FAULTS ?? 0);
const faults = { tooMany: probability, serverError: probability, responseLost: probability, random: Math.random };

const settings = readSettings();
// A killed process cannot write its compile cache, so it is written now for the next process.
flushCompileCache();
// Loaded before it is needed, so that the next process follows a killed one at once.
await once(process.stdin, 'data');
const shop = await startShop(settings, faults);
serve({ fetch: createApp(shop).fetch, port: settings.port, hostname: settings.host }, () =>
  process.stdout.write('open\n'),
);
