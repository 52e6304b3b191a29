import type { OpenAPIHono } from '@hono/zod-openapi';

export type SignedInUser = {
  id: string;
  email: string;
  /** Whether a mailed link was pressed in this browser: only there guests' orders with the address are theirs. */
  emailVerified: boolean;
  name: string;
  role: 'admin' | 'customer';
  sessionId: string;
  /** When the password was last proven in this session. */
  confirmedAt: Date;
  /** Whether sign-in asks for a code of an authenticator. */
  hasAuthenticator: boolean;
  /** What must be done before the rights that were given count. */
  securityNeeds?: ('password' | 'authenticator')[];
};

/** Who sends a request: known from the socket and from cookies that the server set, never from its body. */
export type Visitor = { ip: string; requestId: string; cartToken: string | null; user: SignedInUser | null };

/** `form` is set by `checkedForm` alone, on writes. */
export type ShopEnv = { Variables: { visitor: Visitor; form?: FormData } };
export type ShopRoutes = OpenAPIHono<ShopEnv>;
