import { createContext } from 'react-router';

import type { SignedInUser, Visitor } from '#platform/http/visitor.server.ts';

import type { Auth } from './auth.server.ts';

/** Sign-in, for the actions of pages. */
export const pageAuth = createContext<Auth>();

/** Whoever opened a page that is for customers or for admins. Elsewhere nobody is set, and asking for them fails. */
export const pageUser = createContext<SignedInUser>();

/** Who sends a page's form, and the headers of the page's response. */
export type PageCaller = { auth: Auth; request: Request; visitor: Visitor; headers: Headers };

/** Makes a call of the library for a page; the cookies of its response go to the browser. */
export async function callLibrary(caller: PageCaller, path: string, body: Record<string, unknown>): Promise<Response> {
  const response = await caller.auth.call(path, body, caller);
  for (const cookie of response.headers.getSetCookie()) caller.headers.append('set-cookie', cookie);
  return response;
}
