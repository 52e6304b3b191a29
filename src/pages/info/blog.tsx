import { blog, posts } from '#content/blog.ts';
import { site } from '#content/site.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { pageMeta } from '#ui/page-meta.ts';

import type { Route } from './+types/blog.ts';
import { PostList } from './parts/post-list.tsx';

export function loader({ context }: Route.LoaderArgs) {
  return { publicUrl: context.get(pageRequest).ctx.settings.publicUrl };
}

export function meta({ loaderData }: Route.MetaArgs) {
  const publicUrl = loaderData?.publicUrl ?? '';
  return pageMeta({ title: `${blog.title} | ${site.name}`, description: blog.description, publicUrl, path: '/blog' });
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
