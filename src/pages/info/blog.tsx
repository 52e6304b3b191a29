import { publishedPosts } from '#modules/content/posts.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';

import { pageContent } from '../page-content.server.ts';
import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/blog.ts';
import { PostList } from './components/post-list.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { blog } = await pageContent(context.get(pageRequest));
  const { title, lead, description, empty } = blog;
  const posts = publishedPosts(blog).map(({ body: _body, ...shown }) => shown);
  return { title, lead, description, empty, posts };
}

export function meta(args: Route.MetaArgs) {
  if (args.loaderData === undefined) return [];
  const { title, description } = args.loaderData;
  return pageMeta(args, { title, description, path: '/blog' });
}

export default function BlogPage({ loaderData: { title, lead, empty, posts } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-6xl px-5 pt-12 sm:px-6 md:pt-20">
      <h1 className="text-5xl md:text-6xl">{title}</h1>
      <p className="mt-5 max-w-2xl text-lg text-soft md:text-xl">{lead}</p>
      <PostList posts={posts} empty={empty} />
    </div>
  );
}
