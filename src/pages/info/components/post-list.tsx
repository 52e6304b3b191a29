import { Link } from 'react-router';

import type { Post } from '#modules/content/blog.schema.ts';
import { useSite } from '#modules/content/ui/use-site.ts';
import { longDay } from '#shared/shop-time.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Picture } from '#ui/picture.tsx';

type Listed = Omit<Post, 'body'>;

function Entry({ post, first }: { post: Listed; first: boolean }) {
  return (
    <li className="group relative">
      <Picture
        {...post.picture}
        alt=""
        sizes="(min-width: 1152px) 22rem, (min-width: 640px) 50vw, 100vw"
        eager={first}
        className="aspect-[4/3] w-full rounded-card object-cover"
      />
      <p className="mt-4 text-sm text-soft">
        <time dateTime={post.date}>{longDay(post.date)}</time>
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

/** Posts, or `empty` if there are none. */
export function PostList({ posts, empty }: { posts: readonly Listed[]; empty: string }) {
  const { seeProduct } = useSite();
  if (posts.length > 0) {
    return (
      <ul className="mt-12 grid gap-x-8 gap-y-14 sm:grid-cols-2 lg:grid-cols-3">
        {posts.map((post, index) => (
          <Entry key={post.slug} post={post} first={index === 0} />
        ))}
      </ul>
    );
  }
  return (
    <div className="mt-12 rounded-card border border-dashed border-gold/60 px-6 py-16 text-center">
      <h2 className="text-4xl">Nothing here yet</h2>
      <p className="mb-7 mt-3 text-soft">{empty}</p>
      <ButtonLink to="/product">{seeProduct}</ButtonLink>
    </div>
  );
}
