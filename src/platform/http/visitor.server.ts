import type { OpenAPIHono } from '@hono/zod-openapi';

export type SignedInUser = {
  id: string;
  email: string;
  emailVerified: boolean;
  name: string;
  role: 'admin' | 'customer';
  /** When the password was last proven in this session. */
  confirmedAt: Date;
};

/** Who sends a request: known from the socket and from cookies that the server set, never from its body. */
export type Visitor = { ip: string; requestId: string; cartToken: string | null; user: SignedInUser | null };

export type ShopEnv = { Variables: { visitor: Visitor } };
export type ShopRoutes = OpenAPIHono<ShopEnv>;
