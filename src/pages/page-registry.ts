import type { CallName } from '#modules/api-client.ts';
import { questionKeys } from '#modules/quiz/quiz.ts';
import type { Role, TeamRole } from '#shared/roles.ts';

/**
 * Audience of a page.
 * `visitor` pages show data of the visitor's own cookie. `bearer` pages need a link with a token.
 */
export type Audience = 'public' | 'visitor' | 'bearer' | 'customer' | 'admin';

type Roles = readonly TeamRole[];

/** Permissions of a page. Absent means no. */
type Flags = {
  /** Search engines may index it, and the sitemap lists it. */
  indexed?: true;
  /** Same HTML for everyone until hydration, so it is rendered once and cached. */
  cached?: true;
  /** Query parameters that a cached page reads on the server. All others show the cached page. */
  reads?: readonly string[];
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

/** Page outside the admin. */
type ShopAllowed = Flags & { audience: Exclude<Audience, 'admin'>; roles?: never; forms?: never };

/** Page of the admin: the roles that open it, and those that may send each of its forms. */
type AdminAllowed = Flags & { audience: 'admin'; roles: Roles; forms?: Readonly<Record<string, Roles>> };

type AllowedAt<Path extends string> = Path extends '/admin' | `/admin/${string}` ? AdminAllowed : ShopAllowed;

export type PageRoute = Readonly<{ path: string; file: string } & (ShopAllowed | AdminAllowed)>;

/** Defines a page. One of the admin does not compile without its roles. */
export const page = <const P extends string, const A extends AllowedAt<P>>(path: P, file: string, allowed: A) => ({
  path,
  file,
  ...allowed,
});

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
const admins = ['admin'] as const;
const shipping = ['admin', 'staff'] as const;
const figures = ['admin', 'accountant'] as const;
const team = ['admin', 'staff', 'accountant'] as const;
const admin = { audience: 'admin', roles: admins } as const;
/** Pages of the people who ship and answer. */
const staff = { audience: 'admin', roles: shipping } as const;
/** Pages that the accountant reads and exports. */
const books = { audience: 'admin', roles: figures } as const;
const everyRole = { audience: 'admin', roles: team } as const;

/** Gives one list of roles to several forms. */
const formsFor = <const N extends string>(roles: Roles, ...names: N[]) =>
  Object.fromEntries(names.map((name) => [name, roles])) as Readonly<Record<N, Roles>>;

/** Query parameters of a list of reviews. */
const ofReviews = ['sort', 'stars', 'photos', 'show'];

const entries = [
  page('/', 'storefront/home.tsx', open),
  page('/product', 'storefront/product.tsx', { ...open, csp: 'stripe-form', reads: [...ofReviews, 'cart'] }),
  // Not measured: its address holds answers about the visitor's skin.
  page('/quiz', 'storefront/quiz.tsx', {
    audience: 'public',
    indexed: true,
    cached: true,
    counted: true,
    reads: ['step', ...questionKeys],
  }),
  page('/science', 'info/science.tsx', open),
  page('/reviews', 'storefront/reviews.tsx', { ...open, files: true, reads: [...ofReviews, 'sent', 'rate'] }),
  page('/about', 'info/about.tsx', open),
  page('/track', 'storefront/track.tsx', { audience: 'public', indexed: true, counted: true }),
  page('/track/invoice.pdf', 'storefront/track-invoice.ts', bearer),
  page('/track/credit-note.pdf', 'storefront/track-credit-note.ts', bearer),
  page('/contact', 'info/contact.tsx', { ...open, reads: ['order'] }),
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
  page('/code/:code', 'storefront/apply-code.tsx', bearer),
  page('/pay/:id', 'storefront/pay.tsx', bearer),
  page('/returns/:id/slip.pdf', 'storefront/return-slip.ts', bearer),
  page('/checkout', 'checkout/checkout.tsx', { ...visitor, counted: true, uncrawled: true, csp: 'stripe' }),
  page('/checkout-success', 'checkout/success.tsx', visitor),
  page('/checkout-cancelled', 'checkout/cancelled.tsx', visitor),
  page('/auth', 'account/auth.tsx', visitor),
  page('/auth/forgot', 'account/auth-forgot.tsx', visitor),
  page('/auth/reset', 'account/auth-reset.tsx', bearer),
  page('/auth/confirm', 'account/auth-confirm.tsx', bearer),
  page('/auth/device', 'account/auth-device.tsx', bearer),
  page('/auth/invitation', 'account/auth-invitation.tsx', bearer),
  page('/account', 'account/home.tsx', { ...customer, uncrawled: true }),
  page('/account/orders', 'account/orders.tsx', customer),
  page('/account/orders/:number', 'account/order.tsx', customer),
  page('/account/orders/:number/invoice.pdf', 'account/invoice.tsx', customer),
  page('/account/orders/:number/credit-note.pdf', 'account/credit-note.ts', customer),
  page('/account/progress', 'account/progress.tsx', { ...customer, files: true }),
  page('/account/profile', 'account/profile.tsx', customer),
  page('/account/security', 'account/security.tsx', customer),
  page('/account/addresses/:id', 'account/address.tsx', customer),
  page('/account/my-data.json', 'account/my-data.tsx', customer),
  page('/account/delete', 'account/delete.tsx', customer),
  page('/account/deleted', 'account/deleted.tsx', visitor),
  page('/admin', 'admin/home.tsx', { ...admin, uncrawled: true }),
  page('/admin/orders', 'admin/orders.tsx', { ...everyRole, forms: formsFor(shipping, 'status') }),
  page('/admin/orders.csv', 'admin/orders-csv.ts', books),
  page('/admin/orders/:number', 'admin/order.tsx', {
    ...everyRole,
    forms: {
      ...formsFor(shipping, 'status', 'package-removed', 'address', 'contact', 'hold', 'release', 'resend', 'dismiss'),
      ...formsFor(shipping, 'return-opened', 'return-label', 'return-received', 'return-declined'),
      ...formsFor(shipping, 'note', 'tags'),
      ...formsFor(admins, 'refund', 'refund-tax', 'cancel', 'return-refunded'),
    },
  }),
  page('/admin/orders/:number/invoice.pdf', 'admin/order-invoice.ts', everyRole),
  page('/admin/orders/:number/credit-note.pdf', 'admin/order-credit-note.ts', books),
  page('/admin/orders/:number/packing-slip.pdf', 'admin/order-packing-slip.ts', staff),
  page('/admin/orders/:number/return-slip.pdf', 'admin/order-return-slip.ts', staff),
  page('/admin/shipping-desk', 'admin/shipping-desk.tsx', {
    ...staff,
    files: true,
    forms: formsFor(shipping, 'ship', 'check', 'ship-file'),
  }),
  page('/admin/shipping-desk/slips.pdf', 'admin/shipping-slips.ts', staff),
  page('/admin/returns', 'admin/returns.tsx', staff),
  page('/admin/phone-orders', 'admin/phone-orders.tsx', staff),
  page('/admin/phone-orders/:id', 'admin/phone-order.tsx', {
    ...staff,
    forms: formsFor(shipping, 'create', 'send', 'withdraw'),
  }),
  page('/admin/visits', 'admin/visits.tsx', { ...books, forms: formsFor(admins, 'compare') }),
  page('/admin/customers', 'admin/customers.tsx', { ...books, forms: formsFor(admins, 'role') }),
  page('/admin/customers.csv', 'admin/customers-csv.tsx', books),
  page('/admin/customers/:id', 'admin/customer.tsx', {
    ...books,
    forms: formsFor(
      admins,
      'role',
      'end-sessions',
      'reset-second-factor',
      'require',
      'release',
      'erase',
      'note',
      'tags',
    ),
  }),
  page('/admin/customers/:id/data.json', 'admin/customer-export.ts', { ...admin, forms: formsFor(admins, 'export') }),
  page('/admin/analytics', 'admin/analytics.tsx', books),
  page('/admin/analytics.csv', 'admin/analytics-csv.tsx', books),
  page('/admin/books', 'admin/accounting.tsx', { ...books, forms: formsFor(admins, 'again') }),
  page('/admin/books.csv', 'admin/accounting-csv.ts', books),
  page('/admin/webhooks', 'admin/webhooks.tsx', {
    ...admin,
    forms: formsFor(admins, 'add', 'renew', 'enable', 'disable', 'remove', 'resend'),
  }),
  page('/admin/api-keys', 'admin/api-keys.tsx', { ...admin, forms: formsFor(admins, 'create', 'revoke') }),
  page('/admin/api', 'admin/api-docs.tsx', admin),
  page('/admin/product', 'admin/product.tsx', {
    ...admin,
    files: true,
    forms: {
      ...formsFor(admins, 'product', 'stock', 'counting', 'counting-ended'),
      ...formsFor(admins, 'picture', 'picture-main', 'picture-remove'),
    },
  }),
  page('/admin/content', 'admin/content.tsx', { ...admin, forms: formsFor(admins, 'delete-pictures') }),
  page('/admin/content/:key', 'admin/content-document.tsx', {
    ...admin,
    files: true,
    forms: {
      ...formsFor(admins, 'save', 'picture', 'logo', 'icon', 'test'),
      ...formsFor(admins, 'publish', 'schedule', 'discard', 'restore'),
    },
  }),
  page('/admin/content/preview.pdf', 'admin/order-pdf-preview.ts', admin),
  page('/admin/discounts', 'admin/discounts.tsx', admin),
  page('/admin/discounts/:id', 'admin/discount.tsx', { ...admin, forms: formsFor(admins, 'code') }),
  page('/admin/discounts/promotions/:id', 'admin/discount-promotion.tsx', {
    ...admin,
    forms: formsFor(admins, 'promotion', 'delete'),
  }),
  page('/admin/emails', 'admin/subscribers.tsx', { ...admin, forms: formsFor(admins, 'stop') }),
  page('/admin/emails.csv', 'admin/subscribers-csv.tsx', admin),
  page('/admin/automations', 'admin/automations.tsx', admin),
  page('/admin/mails', 'admin/email-log.tsx', { ...admin, forms: formsFor(admins, 'resend', 'dismiss') }),
  page('/admin/mails/:id', 'admin/email-log-entry.tsx', admin),
  page('/admin/audit', 'admin/audit.tsx', admin),
  page('/admin/security', 'admin/security.tsx', admin),
  page('/admin/launch', 'admin/launch.tsx', {
    ...admin,
    forms: formsFor(admins, 'confirm', 'take_back', 'remove_samples', 'finish'),
  }),
  page('/admin/settings', 'admin/settings.tsx', { ...admin, forms: formsFor(admins, 'seller', 'banner', 'invoices') }),
  page('/admin/connections', 'admin/connections.tsx', {
    ...admin,
    forms: formsFor(admins, 'address', 'address-remove', 'payments', 'payments-remove', 'check', 'email', 'test'),
  }),
  page('/admin/notifications', 'admin/notifications.tsx', { ...admin, forms: formsFor(admins, 'preferences') }),
  page('/admin/people', 'admin/team.tsx', {
    ...admin,
    forms: formsFor(admins, 'invite', 'invite-again', 'withdraw', 'change', 'remove'),
  }),
  page('/admin/messages', 'admin/messages.tsx', { ...staff, forms: formsFor(shipping, 'bulk') }),
  page('/admin/messages/:id', 'admin/message.tsx', {
    ...staff,
    forms: formsFor(shipping, 'answer', 'note', 'close', 'reopen', 'spam', 'inbox'),
  }),
  page('/admin/reviews', 'admin/reviews.tsx', {
    ...staff,
    forms: formsFor(shipping, 'approve', 'reject', 'reply', 'bulk'),
  }),
  page('/admin/reviews/pictures/:id', 'admin/review-picture.tsx', staff),
  page('/admin/shipping', 'admin/shipping.tsx', {
    ...admin,
    forms: formsFor(admins, 'countries', 'new', 'option', 'up', 'down'),
  }),
  page('/admin/taxes', 'admin/tax-rates.tsx', { ...books, forms: formsFor(admins, 'collect', 'source') }),
  page('/admin/taxes/:id', 'admin/tax-rate.tsx', { ...books, forms: formsFor(admins, 'add', 'rate', 'take') }),
  page('/admin/handbook', 'admin/handbook.tsx', everyRole),
  page('/admin/handbook/:task', 'admin/handbook-task.tsx', everyRole),
] as const;

/** Every address that a person can open, in sitemap order. Unset permissions are denied. */
export const pageRoutes: readonly PageRoute[] = entries;

type AdminEntry = Extract<(typeof entries)[number], { audience: 'admin' }>;

/** Address of an admin page, as the table spells it. */
export type AdminPath = AdminEntry['path'];

type EntryWithForms = Extract<AdminEntry, { forms: object }>;

/** Address of an admin page with forms, and the names of the forms of one. */
export type FormPath = EntryWithForms['path'];
export type FormName<P extends FormPath> = Extract<keyof Extract<EntryWithForms, { path: P }>['forms'], string>;

const includes = (roles: Roles | undefined, role: Role) => roles?.some((one) => one === role) === true;

/** True when a role opens this admin page. */
export const canOpenPage = (role: Role, path: AdminPath): boolean => includes(pageAt(path)?.roles, role);

/** True when a role opens this page and may send this form of it. Unlisted forms are nobody's. */
export const canSubmitForm = ({ roles, forms = {} }: PageRoute, role: Role, form: string): boolean =>
  includes(roles, role) && Object.hasOwn(forms, form) && includes(forms[form], role);

/** True when a role may send this form of this page. */
export function canSendForm<P extends FormPath>(role: Role, path: P, form: FormName<P>): boolean {
  const found = pageAt(path);
  return found !== undefined && canSubmitForm(found, role, form);
}

const pageAt = (path: string) => pageRoutes.find((one) => one.path === path);

/** Roles that may make a call, or `shop` for everyone, or `customer` for the signed-in. */
type CallAudience = 'shop' | 'customer' | Roles;

/**
 * Audience of each call of the API. A call without an entry does not compile.
 * Checked before a call's input is read, so that others learn nothing about valid input.
 */
export const callTable = {
  'GET /session': 'shop',
  'POST /auth-confirm': 'customer',
  'POST /consent': 'shop',
  'GET /addresses': 'customer',
  'POST /visit': 'shop',
  'GET /cart': 'shop',
  'POST /cart/items': 'shop',
  'PATCH /cart/items/{id}': 'shop',
  'DELETE /cart/items/{id}': 'shop',
  'DELETE /cart': 'shop',
  'DELETE /buy-now/{id}': 'shop',
  'POST /create-checkout': 'shop',
  'GET /get-stripe-config': 'shop',
  'POST /create-payment-intent': 'shop',
  'POST /update-payment-intent': 'shop',
  'POST /validate-discount': 'shop',
  'POST /create-order': 'shop',
  'GET /order-status': 'shop',
  'GET /checkout-state': 'shop',
  'POST /address-suggestions': 'shop',
  'POST /postal-place': 'shop',
  'POST /exit-offer': 'shop',
  'POST /send-contact-email': 'shop',
  'POST /track-meta-conversion': 'shop',
  'POST /test-email': 'shop',
  'GET /progress-photos/{id}': 'customer',
  'POST /capture-email': 'shop',
  'POST /update-order-status': shipping,
  'GET /newest-order': team,
  'POST /request-return': 'shop',
  'POST /track-order': 'shop',
  'POST /track-order/again': 'shop',
  'POST /reviews': 'shop',
  'GET /reviews': 'shop',
  'POST /reviews/{id}/helpful': 'shop',
  'GET /review-images/{id}': 'shop',
  'POST /calculate-tax': 'shop',
} as const satisfies Record<CallName, CallAudience>;

/** Documents of the admin that frames show, by their address in the server's spelling. */
export const frameTable: Readonly<Record<string, Roles>> = {
  '/admin/content/emails/preview': admins,
  '/admin/mails/:id/html': admins,
};

/** Page for addresses outside the table. */
export const notFoundPage: PageRoute = page('/*', 'storefront/not-found.tsx', visitor);

type Flag = 'indexed' | 'cached' | 'measured' | 'counted' | 'interruptible' | 'uncrawled';

const flagged = (flag: Flag) => pageRoutes.filter((one) => one[flag] === true);

/** Paths of the pages with this flag. */
export const pathsWith = (flag: Flag): string[] => flagged(flag).map(({ path }) => path);

/** Addresses of the pages with this flag. `slugs` are those of the published posts. */
export const addressesWith = (flag: Flag, slugs: readonly string[]): string[] =>
  pathsWith(flag).flatMap((path) => (path.includes(':') ? slugs.map((slug) => path.replace(':slug', slug)) : [path]));
