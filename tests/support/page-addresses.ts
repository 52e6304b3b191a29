import { blog } from '#content/blog.ts';
import { addressesWith } from '#pages/page-registry.ts';

/** Addresses of the pages with this flag in an empty shop. */
export const initialAddresses = (flag: Parameters<typeof addressesWith>[0]) =>
  addressesWith(
    flag,
    blog.posts.map(({ slug }) => slug),
  );
