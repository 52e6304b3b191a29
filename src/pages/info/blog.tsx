import { Link } from 'react-router';

import { blog, posts, type Post } from '#content/blog.ts';
import { site } from '#content/site.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { Picture } from '#ui/picture.tsx';

import type { Route } from './+types/blog.ts';
import { Day } from './parts/day.tsx';

export function loader({ context }: Route.LoaderArgs) {
  return { publicUrl: context.get(pageRequest).ctx.settings.publicUrl };
}

export function meta({ loaderData }: Route.MetaArgs) {
  const publicUrl = loaderData?.publicUrl ?? '';
  return pageMeta({ title: `${blog.title} | ${site.name}`, description: blog.description, publicUrl, path: '/blog' });
}

function Entry({ post, first }: { post: Post; first: boolean }) {
  return (
    <li className="group relative">
      <Picture
        src={post.picture}
        alt=""
        width={1600}
        height={1600}
        sizes="(min-width: 1152px) 22rem, (min-width: 640px) 50vw, 100vw"
        eager={first}
        className="aspect-[4/3] w-full rounded-card object-cover"
      />
      <p className="mt-4 text-sm text-soft">
        <Day date={post.publishedAt} />
      </p>
      <h2 className="mt-1 text-3xl">
        <Link
          to={`/blog/${post.slug}`}
          className="underline-offset-4 after:absolute after:inset-0 after:rounded-card group-hover:text-berry group-hover:underline"
        >
          {post.title}
        </Link>
      </h2>
      <p className="mt-2 text-soft">{post.summary}</p>
    </li>
  );
}

/** The journal, newest first, or a friendly word while it is empty. */
export function PostList({ posts }: { posts: readonly Post[] }) {
  if (posts.length > 0) {
    return (
      <ul className="mt-12 grid gap-x-8 gap-y-14 sm:grid-cols-2 lg:grid-cols-3">
        {posts.map((post, place) => (
          <Entry key={post.slug} post={post} first={place === 0} />
        ))}
      </ul>
    );
  }
  return (
    <div className="mt-12 rounded-card border border-dashed border-gold/60 px-6 py-16 text-center">
      <h2 className="text-4xl">{blog.empty.title}</h2>
      <p className="mb-7 mt-3 text-soft">{blog.empty.text}</p>
      <ButtonLink to="/product">See the wand</ButtonLink>
    </div>
  );
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
