import { createContext } from 'react-router';

import type { SignedInUser, Visitor } from '#platform/http/visitor.server.ts';

import type { Auth } from './auth.server.ts';

/** Sign-in for the actions of pages. */
export const pageAuth = createContext<Auth>();

/** User of a page for customers or admins. On other pages it is unset, and reading it throws. */
export const pageUser = createContext<SignedInUser>();

/** Sender of a page's form, and the headers of the page's response. */
export type PageCaller = { auth: Auth; request: Request; visitor: Visitor; headers: Headers };

/** Makes a library call for a page. The cookies of its response go to the browser. */
export async function callLibrary(caller: PageCaller, path: string, body: Record<string, unknown>): Promise<Response> {
  const response = await caller.auth.call(path, body, caller);
  for (const cookie of response.headers.getSetCookie()) caller.headers.append('set-cookie', cookie);
  return response;
}
