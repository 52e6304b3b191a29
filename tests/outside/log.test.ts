import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { httpClient, type HttpClient } from './support/raw-http-client.ts';
import { unexpectedOutput, linesWith } from './support/log-assertions.ts';
import { startOutsidePostgres, type OutsidePostgres } from './support/outside-postgres.ts';
import { startOutsideShop, type OutsideShop } from './support/outside-shop.ts';

const canary = 'canaria.quill';
const email = `${canary}@example.com`;
const password = `${canary}-secret-12`;

let database: OutsidePostgres;
let shop: OutsideShop;
let client: HttpClient;
beforeAll(async () => {
  database = await startOutsidePostgres();
  const settings = { LOG_LEVEL: 'debug', RATE_LIMITS: 'off' };
  shop = await startOutsideShop({ databaseUrl: database.url, settings });
  client = httpClient(shop.port);
});
afterAll(async () => {
  client.close();
  await shop.stop();
  await database.stop();
});

const post = (path: string, body: object, type = 'application/json') => {
  const url = `http://localhost:${shop.port}`;
  const headers = {
    origin: url,
    host: `localhost:${shop.port}`,
    'sec-fetch-site': 'same-origin',
    'content-type': type,
  };
  const isJson = type === 'application/json';
  const text = isJson ? JSON.stringify(body) : new URLSearchParams({ ...body }).toString();
  return client.send({ method: 'POST', path, headers, body: text });
};

const calls = (end: string): [string, object, string?][] => [
  ['/api/auth/sign-up/email', { email: `${end}${email}`, password, name: `Mia ${canary}${end}` }],
  ['/api/auth/sign-in/email', { email: `${email}${end}`, password }],
  ['/api/auth/request-password-reset', { email: `${email}${end}`, redirectTo: '/auth/reset' }],
  ['/api/auth/send-verification-email', { email: `${email}${end}` }],
  ['/api/auth/reset-password', { newPassword: password, token: `${canary}${end}` }],
  ['/api/track-order', { orderNumber: 'HR-22222222', email: `${email}${end}` }],
  [
    '/api/send-contact-email',
    { name: canary, email, subject: `A subject ${canary}`, message: `${canary}${end} and ten words` },
  ],
  [
    '/auth',
    { form: 'up', email, password, firstName: canary, lastName: `Rose${end}` },
    'application/x-www-form-urlencoded',
  ],
  ['/auth', { form: 'in', email: `${email}${end}`, password }, 'application/x-www-form-urlencoded'],
];

const sendAll = (end: string) => Promise.all(calls(end).map(([path, body, type]) => post(path, body, type)));

/** Runs work while the tables that these calls write to are locked. */
async function withLockedTables<T>(work: () => Promise<T>): Promise<T> {
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query(
      'lock table users, credentials, verifications, orders, contact_messages in access exclusive mode',
    );
    return await work();
  } finally {
    await holder.end();
  }
}

test(
  "texts with NUL are refused, and neither they nor a raw error appear in the shop's output",
  { retry: 0 },
  async () => {
    const answers = await sendAll('\u0000');
    expect(answers.map(({ status }) => status)).toEqual(calls('').map(() => 400));
    expect(unexpectedOutput(shop.log())).toEqual([]);
    expect(linesWith(canary, shop.log())).toEqual([]);
  },
);

test(
  "calls that fail on locked tables leave no address, password or query value in the shop's output",
  { retry: 0 },
  async () => {
    const answers = await withLockedTables(() => sendAll(''));
    expect(answers.filter(({ status }) => status >= 500).length).toBeGreaterThan(4);
    expect(shop.log()).toContain('canceling statement due to lock timeout');
    expect(unexpectedOutput(shop.log())).toEqual([]);
    expect(linesWith(canary, shop.log())).toEqual([]);
  },
);
