import { Link, redirect } from 'react-router';

import { movedPost, publishedPosts } from '#modules/content/posts.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { longDay } from '#shared/shop-time.ts';
import { Heading } from '#ui/heading.tsx';
import { ArrowLeftIcon } from '#ui/icons.tsx';
import { Picture } from '#ui/picture.tsx';
import { RichText } from '#ui/rich-text.tsx';

import { pageContent } from '../page-content.server.ts';
import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/post.ts';
import { PageEnd } from './components/page-end.tsx';

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest);
  const { blog, landing, site } = await pageContent(page);
  const posts = publishedPosts(blog);
  // An admin who edits the blog also sees unpublished posts.
  const isEdited = page.draft === 'blog';
  const post = (isEdited ? blog.posts : posts).find(({ slug }) => slug === params.slug);
  const moved = post === undefined ? movedPost(blog, params.slug) : undefined;
  if (moved !== undefined) throw redirect(`/blog/${moved.slug}`, 301);
  // A post that is not complete yet is not in the draft that pages show.
  if (post === undefined) throw isEdited ? redirect('/blog?draft=blog') : notFound();
  const others = posts.filter((one) => one !== post).map(({ slug, title }) => ({ slug, title }));
  const end = { title: landing.closing.title, text: landing.closing.text, link: site.seeProduct };
  return { post, others, blogTitle: blog.title, moreTitle: blog.more, end };
}

export function meta(args: Route.MetaArgs) {
  if (args.loaderData === undefined) return [];
  const { title, summary, slug } = args.loaderData.post;
  return pageMeta(args, { title, description: summary, path: `/blog/${slug}` });
}

function More({ title: heading, posts }: { title: string; posts: readonly { slug: string; title: string }[] }) {
  return (
    <nav aria-labelledby="more" className="mt-16 border-t border-line pt-10">
      <Heading id="more" title={heading} className="text-3xl" />
      <ul className="mt-3">
        {posts.map(({ slug, title }) => (
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

export default function PostPage({ loaderData }: Route.ComponentProps) {
  const { post, others, blogTitle, moreTitle, end } = loaderData;
  return (
    <>
      <article className="mx-auto max-w-3xl px-5 pt-8 sm:px-6 md:pt-12">
        <Link
          to="/blog"
          className="inline-flex items-center gap-2 py-2 text-berry underline-offset-4 hover:underline print:hidden"
        >
          <ArrowLeftIcon /> <span>{blogTitle}</span>
        </Link>
        <h1 className="mt-4 text-5xl md:text-6xl">{post.title}</h1>
        <p className="mt-5 text-lg text-soft md:text-xl">{post.summary}</p>
        <p className="mt-3 text-sm text-soft">
          <time dateTime={post.date}>{longDay(post.date)}</time>
        </p>
        <Picture
          {...post.picture}
          sizes="(min-width: 768px) 45rem, 100vw"
          eager
          className="my-10 aspect-[16/10] w-full rounded-card object-cover"
        />
        <RichText html={post.body} />
        {others.length === 0 ? null : <More title={moreTitle} posts={others} />}
      </article>
      <PageEnd title={end.title} text={end.text} links={[{ to: '/product', label: end.link }]} />
    </>
  );
}
