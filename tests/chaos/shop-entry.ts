import { once } from 'node:events';
import { flushCompileCache } from 'node:module';

import { serve } from '@hono/node-server';

import { readSettings } from '#platform/env/settings.server.ts';

import { createApp } from '../../src/app/api.server.ts';
import { startShop } from '../../src/app/shop.server.ts';

const probability = Number(process.env.CHAOS_FAULTS ?? 0);
const faults = { tooMany: probability, serverError: probability, answerLost: probability, random: Math.random };

const settings = readSettings();
// Killed processes write nothing: what this one compiled is there for the next from now on.
flushCompileCache();
// Loaded ahead of its turn, so that a killed shop is followed by the next at once.
await once(process.stdin, 'data');
const shop = await startShop(settings, faults);
serve({ fetch: createApp(shop).fetch, port: settings.port, hostname: settings.host }, () =>
  process.stdout.write('open\n'),
);
