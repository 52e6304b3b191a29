import { RouterContextProvider } from 'react-router';

import { pageUser } from '#modules/accounts/auth-service.server.ts';
import { pageRequest, sentForm } from '#platform/http/page-context.server.ts';
import type { SignedInUser, Visitor } from '#platform/http/visitor.server.ts';

import type { Role } from '#shared/roles.ts';
import { sureField, type FormResponse } from '#ui/form-response.ts';
import type { TestShop } from './shop.ts';

type Given = { id: string; role: Role; email: string; confirmedAt: Date };

/** Returns a signed-in user, an admin by default. */
export function signedIn(fields: Partial<Given> = {}): SignedInUser {
  const role = fields.role ?? 'admin';
  const email = fields.email ?? `${role}@shop.example`;
  const confirmedAt = fields.confirmedAt ?? new Date();
  return {
    id: fields.id ?? '5f0c1e9a-7a35-4c58-9d0e-1f6d3a2b4c11',
    email,
    emailVerified: true,
    name: 'Ada Owner',
    role,
    sessionId: '5f0c1e9a-7a35-4c58-9d0e-1f6d3a2b4c12',
    confirmedAt,
    hasAuthenticator: false,
  };
}

/** Returns the arguments of a page's loader or action. A null `user` is a guest. */
export function pageCall(shop: TestShop, path: string, user: SignedInUser | null, form?: FormData) {
  const context = new RouterContextProvider();
  if (user !== null) context.set(pageUser, user);
  const visitor: Visitor = { ip: '127.0.0.1', requestId: 'test', cartToken: null, user };
  context.set(pageRequest, { ctx: shop.ctx, visitor, limits: shop.limits, headers: new Headers(), variant: null });
  if (form !== undefined) context.set(sentForm, form);
  const request = new Request(`http://localhost${path}`, { method: form === undefined ? 'GET' : 'POST' });
  return { context, request, params: {}, url: new URL(request.url), pattern: path };
}

export function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

export type PageResponse = { status: number; answer: FormResponse };

type Action = (args: never) => unknown;

type FormCall = { action: Action; path: string; user?: SignedInUser | null };
type Fields = Record<string, string | File>;

async function sendOnce(shop: TestShop, { action, path, user = signedIn() }: FormCall, fields: Fields) {
  const result = (await action(pageCall(shop, path, user, formOf(fields)) as never)) as
    | FormResponse
    | { data: FormResponse; init: ResponseInit };
  if ('data' in result) return { status: result.init.status ?? 200, answer: result.data };
  return { status: 200, answer: result };
}

/**
 * Submits a form to a page's action, as an admin by default. Returns the response. A question
 * before what cannot be undone is answered with yes, unless the fields have an answer.
 */
export async function sendForm(shop: TestShop, call: FormCall, fields: Fields): Promise<PageResponse> {
  const response = await sendOnce(shop, call, fields);
  const { question, agrees = 'on' } = response.answer;
  if (question !== 'final' || sureField in fields) return response;
  return sendOnce(shop, call, { ...fields, [sureField]: agrees });
}
