import { expect } from 'vitest';

import { notYourRole } from '#modules/accounts/guard.server.ts';
import { pageAuth } from '#modules/accounts/auth-service.server.ts';
import { auditEntries } from '#modules/audit/tables.server.ts';
import { securityEvents } from '#modules/accounts/tables.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';
import type { Role, TeamRole } from '#shared/roles.ts';
import { fieldOf } from '#shared/read-property.ts';
import { eq } from 'drizzle-orm';

import { givenSignedIn } from '../../tests/support/account.ts';
import { formOf, pageCall, signedIn } from '../../tests/support/page-requests.ts';
import { newVisitor, type TestVisitor } from '../../tests/support/shop-visitor.ts';
import { test, type TestShop } from '../../tests/support/shop-test.ts';
import { menuAt } from './admin/navigation.ts';
import { enforceAudience } from './page-audience.server.ts';
import { callTable, frameTable, pageRoutes, type PageRoute } from './page-registry.ts';

const everyone = ['guest', 'customer', 'staff', 'accountant', 'admin'] as const;
type Person = (typeof everyone)[number];
const users = new Map<Person, SignedInUser | null>();
const visitors = new Map<Person, TestVisitor>();
test.beforeAll(async ({ shop }) => {
  users.set('guest', null);
  visitors.set('guest', newVisitor(shop));
  for (const role of everyone.filter((one) => one !== 'guest')) {
    const { id, email, visitor } = await givenSignedIn(shop, role);
    users.set(role, signedIn({ id, email, role }));
    visitors.set(role, visitor);
  }
}, 120_000);

const userOf = (person: Person) => users.get(person) ?? null;
const adminPages = pageRoutes.filter(({ audience }) => audience === 'admin');
const isIn = (roles: readonly TeamRole[], person: Person) => roles.some((role) => role === person);

/** Replaces the parameters of a path by an id that no row has. */
const filled = (path: string) => path.replaceAll(/:\w+|\{\w+\}/g, '00000000-0000-4000-8000-000000000000');

type Module = { action?: (args: object) => Promise<unknown> };

/** Requests a page, or sends one of its forms. Returns what the person gets. */
async function ask(shop: TestShop, person: Person, page: PageRoute, form?: string): Promise<string> {
  const call = pageCall(shop, filled(page.path), null, form === undefined ? undefined : formOf({ form }));
  const request = call.context.get(pageRequest);
  call.context.set(pageRequest, { ...request, visitor: { ...request.visitor, user: userOf(person) } });
  call.context.set(pageAuth, shop.auth);
  const args = { ...call, pattern: page.path };
  const run = async () => {
    if (form === undefined) return new Response('opens');
    const { action } = (await import(`./${page.file}`)) as Module;
    const answer = await action?.(args).catch(() => null);
    const message = fieldOf(fieldOf(answer, 'data'), 'message');
    return new Response(message === notYourRole ? 'refused' : 'runs');
  };
  try {
    const response = await enforceAudience(args, run);
    return response instanceof Response ? await response.text() : 'nothing';
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.headers.get('location') ?? String(thrown.status);
    return String(fieldOf(fieldOf(thrown, 'init'), 'status'));
  }
}

/** Returns what the table says that a person gets from an admin page. */
function expectedAt({ path, roles = [] }: PageRoute, person: Person): string {
  if (person === 'guest') return 'to sign-in';
  if (person === 'customer') return '/auth';
  if (isIn(roles, person)) return 'opens';
  return path === '/admin' ? (menuAt(person, path)[0]?.to ?? '') : '403';
}

const withoutNext = (answer: string) => answer.replace(/^\/auth\?next=.*$/, 'to sign-in');

test('each admin page opens for exactly the roles of the table', async ({ shop }) => {
  const wrong: string[] = [];
  let opened = 0;
  for (const page of adminPages) {
    for (const person of everyone) {
      const answer = withoutNext(await ask(shop, person, page));
      if (answer === 'opens') opened += 1;
      if (answer !== expectedAt(page, person)) wrong.push(`${person} ${page.path}: ${answer}`);
    }
  }
  expect(wrong).toEqual([]);
  const total = adminPages.length * everyone.length;
  console.warn(
    `pages: ${adminPages.length} × ${everyone.length} = ${total} requests, ${opened} opened, the others refused`,
  );
  expect(total).toBeGreaterThan(200);
});

test('each form of an admin page runs for exactly the roles of the table', async ({ shop }) => {
  const wrong: string[] = [];
  const counts = { forms: 0, runs: 0, refused: 0 };
  for (const page of adminPages) {
    for (const [form, roles] of Object.entries(page.forms ?? {})) {
      counts.forms += 1;
      for (const person of everyone) {
        const answer = withoutNext(await ask(shop, person, page, form));
        const opens = expectedAt(page, person);
        const expected = opens !== 'opens' ? opens : isIn(roles, person) ? 'runs' : 'refused';
        if (answer === 'runs') counts.runs += 1;
        else counts.refused += 1;
        if (answer !== expected) wrong.push(`${person} ${page.path} ${form}: ${answer}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  console.warn(`forms: ${counts.forms} × ${everyone.length}, ${counts.runs} run, ${counts.refused} refused`);
  expect(counts.forms).toBeGreaterThan(60);
}, 120_000);

test('a refused form changes nothing and is in the security log', async ({ shop }) => {
  const page = adminPages.find(({ path }) => path === '/admin/orders/:number');
  if (page === undefined) throw new Error('no order page');
  const changes = () => shop.ctx.db.$count(auditEntries);
  const before = await changes();
  expect(await ask(shop, 'staff', page, 'refund')).toBe('refused');
  expect(await changes()).toBe(before);
  const events = await shop.ctx.db.select().from(securityEvents).where(eq(securityEvents.kind, 'admin_refused'));
  const staffId = userOf('staff')?.id;
  expect(events.filter(({ accountId }) => accountId === staffId).map(({ subject }) => subject)).toContain(
    '/admin/orders refund',
  );
});

type Access = readonly TeamRole[] | 'shop' | 'customer';

/** Returns what the table says that a person gets from a call: a refusal, or another answer. */
function expectedOf(access: Access, person: Person): 401 | 403 | 'answer' {
  if (access === 'shop') return 'answer';
  if (person === 'guest') return 401;
  return access === 'customer' || isIn(access, person) ? 'answer' : 403;
}

async function send(shop: TestShop, person: Person, method: string, path: string): Promise<number> {
  const cookies = visitors.get(person)?.cookies ?? new Map<string, string>();
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' };
  const headers = { 'sec-fetch-site': 'same-origin', cookie, 'content-type': 'application/json' };
  return (await shop.app.request(filled(path), { method, headers, ...body })).status;
}

test('each call and framed document answers exactly the roles of the table', async ({ shop }) => {
  const calls = Object.entries(callTable).map(([call, access]): [string, string, Access] => {
    const [method = '', path = ''] = call.split(' ');
    return [method, `/api${path}`, access];
  });
  const frames = Object.entries(frameTable).map(([path, access]): [string, string, Access] => ['GET', path, access]);
  const wrong: string[] = [];
  const all = [...calls, ...frames];
  let refused = 0;
  for (const [method, path, access] of all) {
    for (const person of everyone) {
      const status = await send(shop, person, method, path);
      const answer = status === 401 || status === 403 ? status : 'answer';
      if (answer !== 'answer') refused += 1;
      if (answer !== expectedOf(access, person)) wrong.push(`${person} ${method} ${path}: ${status}`);
    }
  }
  expect(wrong).toEqual([]);
  console.warn(`calls: ${all.length} × ${everyone.length} = ${all.length * everyone.length} asked, ${refused} refused`);
});

test('the server has no call that the table does not list', ({ shop }) => {
  const otherAccess = /^\/api\/(v1|auth|stripe-webhook|openapi\.json)(\/|$)/;
  const served = shop.app.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/') && !otherAccess.test(path))
    .map(({ method, path }) => `${method} ${path.slice('/api'.length).replaceAll(/:(\w+)/g, '{$1}')}`);
  expect([...new Set(served)].toSorted()).toEqual(Object.keys(callTable).toSorted());
});

const may = (role: Role, path: string, form: string) => {
  const page: PageRoute | undefined = pageRoutes.find((one) => one.path === path);
  return page?.forms?.[form]?.some((one) => one === role) === true;
};

test('staff ships and answers without refunds, and the accountant sends no form', () => {
  const order = '/admin/orders/:number';
  expect(['status', 'return-received', 'return-declined'].every((form) => may('staff', order, form))).toBe(true);
  expect(['refund', 'refund-tax', 'cancel', 'return-refunded'].some((form) => may('staff', order, form))).toBe(false);
  const ofAccountant = adminPages.flatMap((page) =>
    Object.keys(page.forms ?? {}).filter((form) => may('accountant', page.path, form)),
  );
  expect(ofAccountant).toEqual([]);
});
