import type { OpenAPIHono } from '@hono/zod-openapi';

import type { Role } from '#shared/roles.ts';

export type SignedInUser = {
  id: string;
  email: string;
  /**
   * True when a mailed link was opened in this browser. Only then guest orders with the address
   * belong to the user.
   */
  emailVerified: boolean;
  name: string;
  role: Role;
  sessionId: string;
  /** Time of the last password check in this session. */
  confirmedAt: Date;
  /** True when sign-in asks for an authenticator code. */
  hasAuthenticator: boolean;
  /** Steps that must be taken before the granted rights take effect. */
  securityNeeds?: ('password' | 'authenticator')[];
};

/**
 * Sender of a request, known from the socket and from cookies that the server set, never from its
 * body.
 */
export type Visitor = { ip: string; requestId: string; cartToken: string | null; user: SignedInUser | null };

/** `form` is set only by `parseFormMiddleware`, on writes. */
export type ShopEnv = { Variables: { visitor: Visitor; form?: FormData } };
export type ShopRoutes = OpenAPIHono<ShopEnv>;
