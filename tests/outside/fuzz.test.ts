import { afterAll, beforeAll, expect, test } from 'vitest';

import { canary } from './support/hostile-values.ts';
import { unexpectedOutput, linesWith } from './support/log-assertions.ts';
import { attackLimits } from './support/limited-process.ts';
import { hostileCalls, ownCheckout, type RoleCall } from './support/hostile-calls.ts';
import { httpClient, type Answer, type HttpClient } from './support/raw-http-client.ts';
import { startOutsidePostgres, type OutsidePostgres } from './support/outside-postgres.ts';
import { startOutsideShop, type OutsideShop } from './support/outside-shop.ts';
import { openRoleClients, type RoleClients } from './support/request-roles.ts';
import { randomFrom, sampleOf } from './support/seeded-random.ts';

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const count = Number(process.env.FUZZ_REQUESTS ?? 2_500);
const lanes = 8;
/** Maximum duration of a request that has the shop to itself, in milliseconds. */
const longest = 1_000;

let database: OutsidePostgres;
let shop: OutsideShop;
let client: HttpClient;
let people: RoleClients;
beforeAll(async () => {
  database = await startOutsidePostgres();
  // Rate limits stay on, as in production, so each request has its own address.
  const settings = { LOG_LEVEL: 'debug', TRUST_PROXY: 'true' };
  shop = await startOutsideShop({ databaseUrl: database.url, settings, limits: { ...attackLimits, seconds: 3_000 } });
  client = httpClient(shop.port);
  people = await openRoleClients(client, `http://localhost:${shop.port}`);
});
afterAll(async () => {
  client.close();
  await shop.stop();
  await database.stop();
});

const random = randomFrom(seed);
const newAddress = () => `10.${[1, 2, 3].map(() => Math.floor(random() * 256)).join('.')}`;

function sendAs({ role, headers, ...call }: RoleCall): Promise<Answer> {
  const address = { 'x-forwarded-for': newAddress() };
  const checkout = people.checkoutOf(role);
  const path = call.path.replaceAll(ownCheckout, checkout);
  const body = call.body?.replaceAll(ownCheckout, checkout) ?? null;
  return client.send({ ...call, path, body, headers: { ...address, ...people.headersOf(role), ...headers } });
}

const words = ({ role, method, path, headers, body }: RoleCall) =>
  `${role}: ${method} ${path.slice(0, 200)} ${JSON.stringify(headers)} ${JSON.stringify(body?.slice(0, 200) ?? null)}`;

/**
 * True if the shop is at fault: a 5xx, or a dropped connection although the body is small enough.
 */
function isFailure({ call, answer }: Sent): boolean {
  return answer.status >= 500 || (answer.status === 0 && (call.body?.length ?? 0) < 100_000);
}

type Sent = { call: RoleCall; answer: Answer };

async function sendAll(calls: readonly RoleCall[], productId: string): Promise<Sent[]> {
  const sent: Sent[] = [];
  const waiting = calls.values();
  const lane = async () => {
    for (const call of waiting) {
      sent.push({ call, answer: await sendAs(call) });
      if (sent.length % 200 !== 0) continue;
      await people.keepSignedIn();
      await people.keepCheckouts(productId);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return sent;
}

/** Returns the fastest of three runs of a request without other load, in milliseconds. */
async function timeAlone(call: RoleCall): Promise<number> {
  const times: number[] = [];
  for (let tries = 0; tries < 3; tries += 1) times.push((await sendAs(call)).milliseconds);
  return Math.min(...times);
}

async function slowOnes(sent: readonly Sent[]): Promise<string[]> {
  const suspects = sent.filter(({ answer }) => answer.milliseconds > longest).slice(0, 40);
  const slow: string[] = [];
  for (const { call } of suspects) {
    const time = await timeAlone(call);
    if (time > longest) slow.push(`${Math.round(time)} ms for ${words(call)}`);
  }
  return slow;
}

function report(sent: readonly Sent[]): void {
  const times = sent.map(({ answer }) => answer.milliseconds).toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(times[Math.floor(share * (times.length - 1))] ?? 0);
  const statuses = Object.entries(Object.groupBy(sent, ({ answer }) => answer.status));
  const kinds = statuses.map(([status, list]) => `${list?.length ?? 0} × ${status}`).join(', ');
  console.log(
    `fuzz: seed ${seed}, ${sent.length} requests: ${kinds}; p50 ${at(0.5)}, p99 ${at(0.99)}, max ${at(1)} ms`,
  );
}

test("no hostile request makes the shop fail, hang or log the request's content", { retry: 0 }, async () => {
  const { calls, productId } = await hostileCalls(client, people);
  const sent = await sendAll(
    sampleOf(calls, count, ({ target }) => target, random),
    productId,
  );
  report(sent);
  const failed = sent.filter(isFailure).map(({ call, answer }) => `${answer.status} ${words(call)}`);
  expect(failed, `FUZZ_SEED=${seed}`).toEqual([]);
  expect(await slowOnes(sent), `FUZZ_SEED=${seed}`).toEqual([]);
  expect(unexpectedOutput(shop.log())).toEqual([]);
  expect(linesWith(canary, shop.log())).toEqual([]);
  expect(shop.failures()).toEqual([]);
});
