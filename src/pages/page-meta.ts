import type { PublicSite } from '#modules/content/public-site.ts';

type RootData = { publicUrl: string; site: Pick<PublicSite, 'name'>; icon?: string };
/**
 * The root is the first match of every page. It knows the shop's public address and name unless it
 * failed.
 */
type MetaArgs = { matches: readonly [{ loaderData: RootData | undefined }, ...unknown[]] };

export const publicUrlOf = ({ matches: [root] }: MetaArgs) => root.loaderData?.publicUrl ?? '';

/** Path of the shop's icon. */
export const iconOf = ({ matches: [root] }: MetaArgs) => root.loaderData?.icon ?? '/icon-512.png';

const shopNameOf = ({ matches: [root] }: MetaArgs) => root.loaderData?.site.name ?? '';

/** `meta` of a page that search engines need not know: its title and the shop's name. */
export const titled = (title: string) => (args: MetaArgs) => [{ title: `${title} | ${shopNameOf(args)}` }];

type PageMeta = { title: string; description: string; path: string; index?: boolean };

/**
 * Returns a page's title, description, and tags for search engines and messengers.
 * The brand's tags are in the root.
 */
export function pageMeta(args: MetaArgs, { title: ofPage, description, path, index = true }: PageMeta) {
  const title = `${ofPage} | ${shopNameOf(args)}`;
  const url = publicUrlOf(args) + path;
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:url', content: url },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(index ? [] : [{ name: 'robots', content: 'noindex' }]),
  ];
}
