type PageMeta = {
  title: string;
  description: string;
  publicUrl: string;
  path: string;
  index?: boolean;
};

/** Title, description and what search engines and messengers show of a page; the brand's part of it is in the root. */
export function pageMeta({ title, description, publicUrl, path, index = true }: PageMeta) {
  const url = publicUrl + path;
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
