import { pageRoutes, type AdminPath, type PageRoute } from '#pages/page-registry.ts';

/** Runs a query and returns its rows. */
export type Ask = <Row extends Record<string, unknown>>(text: string) => Promise<Row[]>;

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const range = (days: number) => `from=${day(days - 1)}&to=${day(0)}&mode=sandbox`;

/** Values of the placeholders that are the same in every shop. */
const everywhere = { word: 'mia', month: range(30), year: range(365) };

/** Newest thing of each kind in one shop. */
const newest = `select
  (select order_number from orders where captured_cents > 0 and not exists (select from order_documents where order_id = orders.id)
    order by placed_at desc limit 1) as order,
  o.order_number as returned, r.id as return,
  (select customer_id from orders where customer_id is not null order by placed_at desc limit 1) as customer,
  (select email from orders where customer_id is null order by placed_at desc limit 1) as guest,
  (select id from discount_codes order by created_at desc limit 1) as code,
  (select id from mails where content is not null and order_id is not null order by created_at desc limit 1) as mail,
  (select id from contact_messages order by created_at desc limit 1) as message,
  (select id from phone_orders order by created_at desc limit 1) as phone
  from order_returns r join orders o on o.id = r.order_id order by r.requested_at desc limit 1`;

/**
 * Parameter or queries with which a page is opened. Other pages are opened once, without a query.
 * An empty list needs a reason.
 */
const openedWith: Partial<Record<AdminPath, readonly string[]>> = {
  '/admin/handbook/:task': ['ship'],
  '/admin/orders': [
    '',
    '?q={word}',
    '?q={order}',
    '?sort=total',
    '?status=delivered',
    '?{year}&counted=sold&source=direct',
  ],
  '/admin/orders.csv': ['', '?{month}'],
  '/admin/orders/:number': ['{order}'],
  '/admin/orders/:number/invoice.pdf': ['{order}'],
  // The bench has no credit notes. They read the same tables as an invoice.
  '/admin/orders/:number/credit-note.pdf': [],
  '/admin/orders/:number/packing-slip.pdf': ['{order}'],
  '/admin/orders/:number/return-slip.pdf': ['{returned}'],
  '/admin/phone-orders/:id': ['{phone}'],
  '/admin/customers': ['', '?kind=guests', '?q={word}', '?sort=spent'],
  '/admin/customers/:id': ['{customer}', '{guest}'],
  // Sent by a form with a password.
  '/admin/customers/:id/data.json': [],
  '/admin/analytics': ['', '?{month}', '?{year}'],
  '/admin/analytics.csv': ['', '?report=days&{year}'],
  '/admin/books': ['', '?{month}', '?{year}'],
  '/admin/books.csv': ['?{month}', '?{year}'],
  // All orders of the desk would take their time to draw.
  '/admin/shipping-desk/slips.pdf': ['?order={order}'],
  '/admin/returns': ['', '?state=all'],
  '/admin/content/:key': ['landing'],
  '/admin/discounts': ['', '?q={word}', '?show=active', '?sort=uses'],
  '/admin/discounts/:id': ['{code}'],
  '/admin/discounts/promotions/:id': ['new?kind=buy_x_get_y'],
  '/admin/emails': ['', '?q={word}', '?sort=email', '?show=stopped'],
  '/admin/automations': ['', '?days=90'],
  '/admin/mails': ['', '?q={word}', '?state=failed', '?sort=to'],
  '/admin/mails/:id': ['{mail}'],
  '/admin/audit': ['', '?q={word}'],
  '/admin/messages': ['', '?q={word}'],
  '/admin/messages/:id': ['{message}'],
  '/admin/reviews': ['', '?state=approved'],
  // The bench has no pictures.
  '/admin/reviews/pictures/:id': [],
  '/admin/taxes/:id': ['new'],
  '/admin/visits': ['', '?days=90'],
};

export type Opened = {
  /** Address with placeholders, the same in every shop. */
  name: string;
  address: string;
  page: PageRoute;
};

/** Lists the addresses of every page and file of the admin in one shop, from the page table. */
export async function adminAddresses(ask: Ask): Promise<Opened[]> {
  const [found] = await ask<Record<string, string>>(newest);
  const values: Record<string, string> = { ...everywhere, ...found, return: `?return=${found?.return}` };
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  return pageRoutes
    .filter(({ audience }) => audience === 'admin')
    .flatMap((page) => {
      const { path } = page;
      const templates = openedWith[path as AdminPath];
      if (templates === undefined && path.includes(':')) throw new Error(`${path} needs an entry in openedWith`);
      return (templates ?? ['']).map((template) => {
        const name = path.includes(':') ? path.replace(/:\w+/, template) : path + template;
        return { name, page, address: fill(path.endsWith('/return-slip.pdf') ? `${name}{return}` : name) };
      });
    });
}
