import type { Blog, Post } from './blog.schema.ts';

/** Returns the published posts, newest first. */
export const publishedPosts = ({ posts }: Pick<Blog, 'posts'>): Post[] =>
  posts.filter(({ state }) => state === 'published').toSorted((a, b) => b.date.localeCompare(a.date));
