import { Link } from 'react-router';

import { blog, posts, type Post } from '#content/blog.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { longDay } from '#shared/shop-time.ts';
import { Heading } from '#ui/heading.tsx';
import { ArrowLeftIcon } from '#ui/icons.tsx';
import { Picture } from '#ui/picture.tsx';

import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/post.ts';
import { Sections } from './components/sections.tsx';

export function loader({ params }: Route.LoaderArgs) {
  const post = posts.find(({ slug }) => slug === params.slug);
  if (post === undefined) throw notFound();
  return { post };
}

export function meta(args: Route.MetaArgs) {
  if (args.loaderData === undefined) return [];
  const { title, summary, slug } = args.loaderData.post;
  return pageMeta(args, { title, description: summary, path: `/blog/${slug}` });
}

function More({ than }: { than: Post }) {
  return (
    <nav aria-labelledby="more" className="mt-16 border-t border-line pt-10">
      <Heading id="more" title={blog.more} className="text-3xl" />
      <ul className="mt-3">
        {posts
          .filter(({ slug }) => slug !== than.slug)
          .map(({ slug, title }) => (
            <li key={slug}>
              <Link to={`/blog/${slug}`} className="inline-block py-1.5 text-berry underline underline-offset-4">
                {title}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}

export default function PostPage({ loaderData: { post } }: Route.ComponentProps) {
  return (
    <article className="mx-auto max-w-3xl px-5 pt-8 sm:px-6 md:pt-12">
      <Link
        to="/blog"
        className="inline-flex items-center gap-2 py-2 text-berry underline-offset-4 hover:underline print:hidden"
      >
        <ArrowLeftIcon /> {blog.title}
      </Link>
      <h1 className="mt-4 text-5xl md:text-6xl">{post.title}</h1>
      <p className="mt-5 text-lg text-soft md:text-xl">{post.summary}</p>
      <p className="mt-3 text-sm text-soft">
        <time dateTime={post.publishedAt}>{longDay(post.publishedAt)}</time>
      </p>
      <Picture
        src={post.picture}
        alt={post.alt}
        width={1600}
        height={1600}
        sizes="(min-width: 768px) 45rem, 100vw"
        eager
        className="my-10 aspect-[16/10] w-full rounded-card object-cover"
      />
      <Sections sections={post.sections} />
      <More than={post} />
    </article>
  );
}
