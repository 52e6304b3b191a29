import { createContext } from 'react-router';

import type { Ctx } from '../ctx.server.ts';
import type { Limits } from '../limits/limits.server.ts';
import type { PageCache } from './page-cache.server.ts';
import type { Visitor } from './visitor.server.ts';

export type Keeping = Pick<PageCache, 'generation' | 'isFresh'>;

export type PageRequest<C extends Ctx = Ctx> = {
  ctx: C;
  visitor: Visitor;
  limits: Limits;
  headers: Headers;
  /** Which version of the page this visitor sees; null while none is compared. */
  variant: string | null;
  /** Says how long what is the same for everyone is kept; absent where a page must be made of what is read for it. */
  keeping?: Keeping | undefined;
};

/** What loaders and actions of pages get; `headers` are added to the page's answer. */
export const pageRequest = createContext<PageRequest>();

/** The form that was sent to a page's action, parsed once within the limits; the action's own request has no body. */
export const sentForm = createContext<FormData>();

/** Describes the shop's API, for the page that shows it. */
export const apiDescription = createContext<() => object>();
