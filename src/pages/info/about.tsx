import { aboutEnd, aboutIntro, impact, story, team, values } from '#content/about.ts';
import { demoImpact } from '#content/demo-about.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { classes } from '#ui/classes.ts';
import { Heading, Part } from '#ui/heading.tsx';
import { half, Picture } from '#ui/picture.tsx';

import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/about.ts';
import { PageEnd } from './components/page-end.tsx';

/** Sends sample figures to the page only in a demo shop. */
export function loader({ context }: Route.LoaderArgs) {
  const { shopMode } = context.get(pageRequest).ctx.settings;
  return { samples: shopMode === 'demo' ? demoImpact : [] };
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'About', description: aboutIntro.description, path: '/about' });

function Intro() {
  return (
    <section className="grid items-center gap-10 md:grid-cols-2 md:gap-16">
      <div>
        <h1 className="text-5xl md:text-7xl">{aboutIntro.title}</h1>
        <p className="mt-6 text-lg text-soft md:text-xl">{aboutIntro.lead}</p>
      </div>
      <Picture {...aboutIntro.picture} sizes={half} eager className="aspect-square w-full rounded-card object-cover" />
    </section>
  );
}

function Story() {
  return (
    <section aria-labelledby="story" className="mt-20 grid gap-10 md:mt-28 md:grid-cols-2 md:gap-16">
      <div className="max-md:order-last">
        <Picture {...story.picture} sizes={half} className="aspect-[4/5] w-full rounded-card object-cover" />
      </div>
      <div className="self-center">
        <Heading id="story" title={story.title} />
        {story.paragraphs.map((text) => (
          <p key={text} className="mt-5 max-w-[65ch]">
            {text}
          </p>
        ))}
      </div>
    </section>
  );
}

function Values() {
  return (
    <Part id="values" title={values.title} className="mt-20 md:mt-28">
      <ul className="mt-8 grid gap-5 sm:grid-cols-2">
        {values.items.map(({ title, text }) => (
          <li key={title} className="rounded-card bg-blush p-7 md:p-9">
            <h3 className="text-3xl">{title}</h3>
            <p className="mt-3">{text}</p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Impact({ samples }: { samples: readonly { figure: string; text: string }[] }) {
  const figures = [...samples, ...impact.items];
  return (
    <Part id="impact" title={impact.title} className="mt-20 md:mt-28">
      <dl
        className={classes(
          'mt-8 grid grid-cols-2 gap-8',
          figures.length > 4 ? 'sm:grid-cols-3 lg:grid-cols-6' : 'sm:grid-cols-4',
        )}
      >
        {figures.map(({ figure, text }) => (
          <div key={text} className="flex flex-col-reverse justify-end border-t border-gold/50 pt-4">
            <dt className="text-soft">{text}</dt>
            <dd className="font-display text-4xl md:text-5xl">{figure}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

function Team() {
  return (
    <Part id="team" title={team.title} className="mt-20 md:mt-28">
      <p className="mt-3 text-lg text-soft">{team.lead}</p>
      <ul className="mt-8 grid gap-x-10 sm:grid-cols-2">
        {team.items.map(({ title, text }) => (
          <li key={title} className="border-t border-line py-5">
            <h3 className="text-2xl">{title}</h3>
            <p className="mt-1 text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

export default function AboutPage({ loaderData: { samples } }: Route.ComponentProps) {
  return (
    <>
      <div className="mx-auto max-w-6xl px-5 pt-12 sm:px-6 md:pt-20">
        <Intro />
        <Story />
        <Values />
        <Impact samples={samples} />
        <Team />
      </div>
      <PageEnd {...aboutEnd} />
    </>
  );
}
