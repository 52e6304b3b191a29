export const scopes = ['orders:read', 'orders:write', 'products:read'] as const;
export type Scope = (typeof scopes)[number];

/** Labels of the scopes. */
export const scopeLabels: Record<Scope, string> = {
  'orders:read': 'Read orders, including customers and addresses',
  'orders:write': 'Report packed, shipped and delivered orders (responses include the order)',
  'products:read': 'Read products, prices and stock',
};

const keyForm = /^shop_[0-9a-f]{8}_[A-Za-z0-9_-]{43}$/;

/** Returns the key in an Authorization header, or null. */
export function bearerOf(header: string | undefined): string | null {
  const [scheme = '', key = '', ...rest] = (header ?? '').split(' ');
  return scheme.toLowerCase() === 'bearer' && rest.length === 0 && keyForm.test(key) ? key : null;
}
