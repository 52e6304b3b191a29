import { index, route, type RouteConfig } from '@react-router/dev/routes';

/** The page table: every address a person can open, and the file that renders it. */
export default [
  index('pages/storefront/home.tsx'),
  route('product', 'pages/storefront/product.tsx'),
  route('quiz', 'pages/storefront/quiz.tsx'),
  route('reviews', 'pages/storefront/reviews.tsx'),
  route('track', 'pages/storefront/track.tsx'),
  route('science', 'pages/info/science.tsx'),
  route('about', 'pages/info/about.tsx'),
  route('contact', 'pages/info/contact.tsx'),
  route('privacy-policy', 'pages/info/privacy-policy.tsx'),
  route('terms-of-service', 'pages/info/terms-of-service.tsx'),
  route('return-policy', 'pages/info/return-policy.tsx'),
  route('blog', 'pages/info/blog.tsx'),
  route('blog/:slug', 'pages/info/post.tsx'),
  route('mailbox', 'pages/storefront/mailbox.tsx'),
  route('checkout', 'pages/checkout/checkout.tsx'),
  route('checkout-success', 'pages/checkout/success.tsx'),
  route('checkout-cancelled', 'pages/checkout/cancelled.tsx'),
  route('auth', 'pages/account/auth.tsx'),
  route('account', 'pages/account/home.tsx'),
  route('admin', 'pages/admin/layout.tsx', [index('pages/admin/home.tsx')]),
  route('*', 'pages/storefront/not-found.tsx'),
] satisfies RouteConfig;
