import { posts } from '#content/blog.ts';

/** Pages that search engines may list, in the order of the sitemap. Every route of `src/routes.ts` stands here or below. */
export const publicPages = [
  '/',
  '/product',
  '/quiz',
  '/science',
  '/reviews',
  '/about',
  '/track',
  '/contact',
  '/return-policy',
  '/privacy-policy',
  '/terms-of-service',
  '/accessibility',
  '/blog',
  '/blog/:slug',
] as const;

/** The addresses of the public pages, one for each post of the blog. */
export const publicAddresses = publicPages.flatMap((path) =>
  path === '/blog/:slug' ? posts.map(({ slug }) => `/blog/${slug}`) : [path],
);

/** Pages for one person or for the shop's staff, with all below them: they are marked `noindex` and stay out of the sitemap. */
export const privatePages = [
  '/mailbox',
  '/test-email',
  '/unsubscribe/:recipient',
  '/resume/:letter',
  '/checkout',
  '/checkout-success',
  '/checkout-cancelled',
  '/auth',
  '/account',
  '/admin',
];

/** Beginnings of addresses that crawlers need not fetch at all. */
export const uncrawled = ['/checkout', '/account', '/admin', '/api/', '/mailbox'];
