import { maxFormerSlugs, type Blog, type Post } from './blog.schema.ts';

/** Returns the published posts, newest first. */
export const publishedPosts = ({ posts }: Pick<Blog, 'posts'>): Post[] =>
  posts.filter(({ state }) => state === 'published').toSorted((a, b) => b.date.localeCompare(a.date));

/**
 * Returns the published post that had this address before. Undefined if there is none, or if the
 * address belongs to a published post.
 */
export const movedPost = (blog: Pick<Blog, 'posts'>, slug: string): Post | undefined =>
  blog.posts.some((post) => post.slug === slug && post.state === 'published')
    ? undefined
    : publishedPosts(blog).find(({ formerSlugs }) => formerSlugs?.includes(slug) === true);

/** Fields that identify a post whose address changed. */
const identifying = ['title', 'body', 'summary'] as const;

const likeness = (one: Post, other: Post) => identifying.filter((name) => one[name] === other[name]).length;

/**
 * Returns the posts, each with the addresses that it had before this change. A post is the same if
 * its title, text or summary is. An address belongs to the post that had it last.
 */
export function withFormerSlugs(before: readonly Post[], after: readonly Post[]): Post[] {
  const slugsBefore = new Set(before.map(({ slug }) => slug));
  const slugsAfter = new Set(after.map(({ slug }) => slug));
  const added = after.filter(({ slug }) => !slugsBefore.has(slug));
  const movedTo = new Map<string, string>();
  for (const old of before) {
    if (slugsAfter.has(old.slug)) continue;
    const [best] = added.toSorted((a, b) => likeness(b, old) - likeness(a, old));
    if (best !== undefined && likeness(best, old) > 0) movedTo.set(old.slug, best.slug);
  }
  return after.map((post) => {
    const left = [...movedTo].filter(([, to]) => to === post.slug).map(([from]) => from);
    const former = [
      ...(post.formerSlugs ?? []).filter((slug) => (movedTo.get(slug) ?? post.slug) === post.slug),
      ...left,
    ];
    const retained = [...new Set(former)].filter((slug) => !slugsAfter.has(slug)).slice(-maxFormerSlugs);
    const { formerSlugs, ...rest } = post;
    return retained.length === 0 && formerSlugs === undefined ? rest : { ...rest, formerSlugs: retained };
  });
}
