import type { About } from '#modules/content/about.schema.ts';
import { shownSeller } from '#modules/settings/shop-settings.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { classes } from '#ui/classes.ts';
import { Heading, Part } from '#ui/heading.tsx';
import { half, Picture } from '#ui/picture.tsx';

import { pageContent } from '../page-content.server.ts';
import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/about.ts';
import { PageEnd } from './components/page-end.tsx';
import { companySamples } from './demo-content.server.ts';

/**
 * Sends sample figures, company and names to the page only in a demo shop. The seller of the
 * settings replaces the sample company.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const request = context.get(pageRequest);
  const { ctx } = request;
  const { facts, names, note, impact: samples } = companySamples(ctx.settings.shopMode);
  const [seller, { about: texts, seo }] = await Promise.all([shownSeller(ctx), pageContent(request)]);
  const company = seller.length === 0 ? facts : [{ label: 'Company', value: seller.join('\n') }];
  return { texts, seo: seo.about, samples, company, names, note };
}

const gap = 'mt-12 md:mt-24';

export const meta: Route.MetaFunction = (args) => {
  const { texts, seo } = args.loaderData;
  return pageMeta(args, { ...seo, description: texts.intro.description, path: '/about' });
};

type Fact = { label: string; value: string };

type IntroProps = { texts: About['intro']; company: readonly Fact[]; note: string | null };

function Intro({ texts, company, note }: IntroProps) {
  return (
    <section className="grid items-center gap-8 md:grid-cols-2 md:gap-16">
      <div>
        <h1 className="text-5xl md:text-6xl lg:text-7xl">{texts.title}</h1>
        <p className="mt-3 text-lg text-soft md:mt-6 md:text-xl">{texts.lead}</p>
        {company.length === 0 ? null : (
          <dl className="mt-5 border-t border-gold/50 md:mt-8">
            {company.map(({ label, value }) => (
              <div key={label} className="flex gap-4 border-b border-line py-2.5">
                <dt className="w-20 shrink-0 text-soft">{label}</dt>
                <dd className="font-medium whitespace-pre-line wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {note === null ? null : <p className="mt-2 text-sm text-soft">{note}</p>}
      </div>
      <Picture
        {...texts.picture}
        sizes={half}
        eager
        className="aspect-[4/3] w-full rounded-card object-cover md:aspect-square"
      />
    </section>
  );
}

function Story({ story }: Pick<About, 'story'>) {
  return (
    <section aria-labelledby="story" className="mt-12 grid gap-6 md:mt-24 md:grid-cols-2 md:gap-16">
      <div className="max-md:order-last">
        <Picture {...story.picture} sizes={half} className="w-full rounded-card" />
      </div>
      <div className="self-center">
        <Heading id="story" title={story.title} />
        {story.paragraphs.map((text) => (
          <p key={text} className="mt-3 max-w-[65ch]">
            {text}
          </p>
        ))}
      </div>
    </section>
  );
}

function Values({ values }: Pick<About, 'values'>) {
  return (
    <Part id="values" title={values.title} className={gap}>
      <ul className="mt-5 grid gap-3 sm:grid-cols-2 md:mt-8 md:gap-5">
        {values.items.map(({ title, text }) => (
          <li key={title} className="rounded-card bg-blush p-5 md:p-8">
            <h3 className="text-2xl md:text-3xl">{title}</h3>
            <p className="mt-1 md:mt-2">{text}</p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

type ImpactProps = Pick<About, 'impact'> & { samples: About['impact']['items'] };

function Impact({ impact, samples }: ImpactProps) {
  const figures = [...samples, ...impact.items];
  return (
    <Part id="impact" title={impact.title} className={gap}>
      <dl
        className={classes(
          'mt-5 grid grid-cols-2 gap-x-8 gap-y-5 md:mt-8',
          figures.length > 4 ? 'sm:grid-cols-3 lg:grid-cols-6' : 'sm:grid-cols-4',
        )}
      >
        {figures.map(({ figure, text }) => (
          <div key={text} className="flex flex-col-reverse justify-end border-t border-gold/50 pt-3">
            <dt className="text-soft">{text}</dt>
            <dd className="font-display text-4xl md:text-5xl">{figure}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

/** Roles of the team. `names` are in the order of the roles. */
function Team({ team, names }: Pick<About, 'team'> & { names: readonly string[] }) {
  return (
    <Part id="team" title={team.title} className={gap}>
      <p className="mt-2 text-lg text-soft">{team.lead}</p>
      <ul className="mt-5 grid gap-x-10 sm:grid-cols-2 md:mt-8">
        {team.items.map(({ title, text }, index) => (
          <li key={title} className="border-t border-line py-4">
            <h3 className="text-2xl">{title}</h3>
            {names[index] === undefined ? null : <p className="font-medium text-wine">{names[index]}</p>}
            <p className="mt-1 text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

export default function AboutPage({ loaderData: { texts, samples, company, names, note } }: Route.ComponentProps) {
  const { title, text, contact, product } = texts.end;
  return (
    <>
      <div className="mx-auto max-w-6xl px-5 pt-8 sm:px-6 md:pt-16">
        <Intro texts={texts.intro} company={company} note={note} />
        <Story story={texts.story} />
        <Impact impact={texts.impact} samples={samples} />
        <Values values={texts.values} />
        <Team team={texts.team} names={names} />
      </div>
      <PageEnd
        title={title}
        text={text}
        links={[
          { to: '/contact', label: contact },
          { to: '/product', label: product },
        ]}
      />
    </>
  );
}
