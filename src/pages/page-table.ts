/**
 * Audience of a page.
 * `visitor` pages show data of the visitor's own cookie. `bearer` pages need a link with a token.
 */
export type Audience = 'public' | 'visitor' | 'bearer' | 'customer' | 'admin';

/** Permissions of a page. Absent means no. */
type Allowed = {
  audience: Audience;
  /** Search engines may index it, and the sitemap lists it. */
  indexed?: true;
  /** Same HTML for everyone until hydration, so it is rendered once and cached. */
  cached?: true;
  /**
   * The Meta pixel may run, after consent.
   * The advertiser then receives the page's address and its referrer.
   */
  measured?: true;
  /** The shop's own anonymous visit counter. */
  counted?: true;
  /** Dialogs may open by themselves. */
  interruptible?: true;
  /** Crawlers need not fetch it or anything below it. */
  uncrawled?: true;
  /** Its forms may upload files. */
  files?: true;
  /** Scripts it may load from the payment provider, or a form target there. */
  csp?: 'stripe' | 'stripe-form';
};

export type Page = Readonly<{ path: string; file: string } & Allowed>;

const page = (path: string, file: string, allowed: Allowed): Page => ({ path, file, ...allowed });

const open = {
  audience: 'public',
  indexed: true,
  cached: true,
  measured: true,
  counted: true,
  interruptible: true,
} as const;
const visitor = { audience: 'visitor' } as const;
const bearer = { audience: 'bearer' } as const;
const customer = { audience: 'customer' } as const;
const admin = { audience: 'admin' } as const;

/** Every address that a person can open, in sitemap order. Unset permissions are denied. */
export const table: readonly Page[] = [
  page('/', 'storefront/home.tsx', open),
  page('/product', 'storefront/product.tsx', { ...open, csp: 'stripe-form' }),
  // Not measured: its address holds answers about the visitor's skin.
  page('/quiz', 'storefront/quiz.tsx', { audience: 'public', indexed: true, cached: true, counted: true }),
  page('/science', 'info/science.tsx', open),
  page('/reviews', 'storefront/reviews.tsx', { ...open, files: true }),
  page('/about', 'info/about.tsx', open),
  page('/track', 'storefront/track.tsx', { audience: 'public', indexed: true, counted: true }),
  page('/track/invoice.pdf', 'storefront/track-invoice.ts', bearer),
  page('/contact', 'info/contact.tsx', open),
  page('/return-policy', 'info/return-policy.tsx', open),
  page('/privacy-policy', 'info/privacy-policy.tsx', open),
  page('/terms-of-service', 'info/terms-of-service.tsx', open),
  page('/accessibility', 'info/accessibility.tsx', open),
  page('/blog', 'info/blog.tsx', open),
  page('/blog/:slug', 'info/post.tsx', open),
  page('/mailbox', 'storefront/mailbox.tsx', { ...visitor, uncrawled: true }),
  page('/test-email', 'storefront/test-email.tsx', visitor),
  page('/unsubscribe/:recipient', 'storefront/unsubscribe.tsx', bearer),
  page('/resume/:letter', 'storefront/resume.tsx', bearer),
  page('/code/:code', 'storefront/code.tsx', bearer),
  page('/pay/:id', 'storefront/pay.tsx', bearer),
  page('/returns/:id/slip.pdf', 'storefront/return-slip.ts', bearer),
  page('/checkout', 'checkout/checkout.tsx', { ...visitor, counted: true, uncrawled: true, csp: 'stripe' }),
  page('/checkout-success', 'checkout/success.tsx', { ...visitor, counted: true }),
  page('/checkout-cancelled', 'checkout/cancelled.tsx', visitor),
  page('/auth', 'account/auth.tsx', visitor),
  page('/auth/forgot', 'account/auth-forgot.tsx', visitor),
  page('/auth/reset', 'account/auth-reset.tsx', bearer),
  page('/auth/confirm', 'account/auth-confirm.tsx', bearer),
  page('/auth/device', 'account/auth-device.tsx', bearer),
  page('/account', 'account/home.tsx', { ...customer, uncrawled: true }),
  page('/account/orders', 'account/orders.tsx', customer),
  page('/account/orders/:number', 'account/order.tsx', customer),
  page('/account/orders/:number/invoice.pdf', 'account/invoice.tsx', customer),
  page('/account/progress', 'account/progress.tsx', { ...customer, files: true }),
  page('/account/profile', 'account/profile.tsx', customer),
  page('/account/security', 'account/security.tsx', customer),
  page('/account/addresses/:id', 'account/address.tsx', customer),
  page('/account/my-data.json', 'account/my-data.tsx', customer),
  page('/account/delete', 'account/delete.tsx', customer),
  page('/account/deleted', 'account/deleted.tsx', visitor),
  page('/admin', 'admin/home.tsx', { ...admin, uncrawled: true }),
  page('/admin/orders', 'admin/orders.tsx', admin),
  page('/admin/orders.csv', 'admin/orders-csv.ts', admin),
  page('/admin/orders/:number', 'admin/order.tsx', admin),
  page('/admin/orders/:number/invoice.pdf', 'admin/order-invoice.ts', admin),
  page('/admin/orders/:number/packing-slip.pdf', 'admin/order-packing-slip.ts', admin),
  page('/admin/shipping-desk', 'admin/shipping-desk.tsx', { ...admin, files: true }),
  page('/admin/shipping-desk/slips.pdf', 'admin/shipping-slips.ts', admin),
  page('/admin/phone-orders', 'admin/phone-orders.tsx', admin),
  page('/admin/phone-orders/:id', 'admin/phone-order.tsx', admin),
  page('/admin/visits', 'admin/web-analytics.tsx', admin),
  page('/admin/customers', 'admin/customers.tsx', admin),
  page('/admin/customers.csv', 'admin/customers-csv.tsx', admin),
  page('/admin/customers/:id', 'admin/customer.tsx', admin),
  page('/admin/analytics', 'admin/analytics.tsx', admin),
  page('/admin/analytics.csv', 'admin/analytics-csv.tsx', admin),
  page('/admin/webhooks', 'admin/webhooks.tsx', admin),
  page('/admin/api-keys', 'admin/api-keys.tsx', admin),
  page('/admin/api', 'admin/api.tsx', admin),
  page('/admin/product', 'admin/product.tsx', { ...admin, files: true }),
  page('/admin/content', 'admin/content.tsx', admin),
  page('/admin/content/:key', 'admin/content-document.tsx', { ...admin, files: true }),
  page('/admin/content/preview.pdf', 'admin/order-pdf-preview.ts', admin),
  page('/admin/discounts', 'admin/discounts.tsx', admin),
  page('/admin/discounts/:id', 'admin/discount.tsx', admin),
  page('/admin/discounts/promotions/:id', 'admin/discount-promotion.tsx', admin),
  page('/admin/emails', 'admin/emails.tsx', admin),
  page('/admin/emails.csv', 'admin/emails-csv.tsx', admin),
  page('/admin/automations', 'admin/automations.tsx', admin),
  page('/admin/mails', 'admin/mails.tsx', admin),
  page('/admin/mails/:id', 'admin/mail.tsx', admin),
  page('/admin/audit', 'admin/audit.tsx', admin),
  page('/admin/security', 'admin/security.tsx', admin),
  page('/admin/launch', 'admin/launch.tsx', admin),
  page('/admin/settings', 'admin/settings.tsx', admin),
  page('/admin/notifications', 'admin/notifications.tsx', admin),
  page('/admin/messages', 'admin/messages.tsx', admin),
  page('/admin/messages/:id', 'admin/message.tsx', admin),
  page('/admin/reviews', 'admin/reviews.tsx', admin),
  page('/admin/reviews/pictures/:id', 'admin/review-picture.tsx', admin),
  page('/admin/shipping', 'admin/shipping.tsx', admin),
  page('/admin/taxes', 'admin/taxes.tsx', admin),
  page('/admin/taxes/:id', 'admin/tax.tsx', admin),
];

/** Page for addresses outside the table. */
export const notFoundPage = page('/*', 'storefront/not-found.tsx', visitor);

type Flag = 'indexed' | 'cached' | 'measured' | 'counted' | 'interruptible' | 'uncrawled';

const flagged = (flag: Flag) => table.filter((one) => one[flag] === true);

/** Paths of the pages with this flag. */
export const pathsWith = (flag: Flag): string[] => flagged(flag).map(({ path }) => path);

/** Addresses of the pages with this flag. `slugs` are those of the published posts. */
export const addressesWith = (flag: Flag, slugs: readonly string[]): string[] =>
  pathsWith(flag).flatMap((path) => (path.includes(':') ? slugs.map((slug) => path.replace(':slug', slug)) : [path]));
