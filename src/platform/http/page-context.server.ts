import { createContext } from 'react-router';

import type { Ctx, CacheLifetime } from '../ctx.server.ts';
import type { Limits } from '../limits/limits.server.ts';
import type { Visitor } from './visitor.server.ts';

export type PageRequest<C extends Ctx = Ctx> = {
  ctx: C;
  visitor: Visitor;
  limits: Limits;
  headers: Headers;
  /** Version of the page that this visitor sees; null without a running comparison. */
  variant: string | null;
  /** Document whose draft the admin sees on this page; null for everyone else. */
  draft?: string | null;
  /** Cache lifetime of shared page data. Unset if a page must be made from freshly read data. */
  cacheLifetime?: CacheLifetime | undefined;
};

/** Request data for loaders and actions of pages; `headers` are added to the page's response. */
export const pageRequest = createContext<PageRequest>();

/**
 * Form sent to a page's action, parsed once within the limits. The action's own request has no
 * body.
 */
export const sentForm = createContext<FormData>();

/** Returns the description of the shop's API, for the page that shows it. */
export const apiDescription = createContext<() => Promise<object>>();
