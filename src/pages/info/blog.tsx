import { blog, posts } from '#content/blog.ts';

import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/blog.ts';
import { PostList } from './components/post-list.tsx';

export function meta(args: Route.MetaArgs) {
  const { title, description } = blog;
  return pageMeta(args, { title, description, path: '/blog' });
}

export default function BlogPage() {
  return (
    <div className="mx-auto max-w-6xl px-5 pt-12 sm:px-6 md:pt-20">
      <h1 className="text-5xl md:text-6xl">{blog.title}</h1>
      <p className="mt-5 max-w-2xl text-lg text-soft md:text-xl">{blog.lead}</p>
      <PostList posts={posts} />
    </div>
  );
}
