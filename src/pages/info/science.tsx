import { demoClaims } from '#content/demo-about.ts';
import { scienceEnd, scienceIntro } from '#content/science.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { Picture } from '#ui/picture.tsx';

import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/science.ts';
import { ClaimLedger, Benefits, Evidence, HowItWorks, Limits, Spectrum } from './components/science-sections.tsx';
import { PageEnd } from './components/page-end.tsx';

/** Sends sample figures to the page only in a demo shop. */
export function loader({ context }: Route.LoaderArgs) {
  const { shopMode } = context.get(pageRequest).ctx.settings;
  return { samples: shopMode === 'demo' ? demoClaims : [] };
}

export function meta(args: Route.MetaArgs) {
  const { description, eyebrow: title } = scienceIntro;
  return pageMeta(args, { title, description, path: '/science' });
}

function Intro() {
  return (
    <section className="grid bg-dusk text-white md:grid-cols-2 print:**:text-ink">
      <div className="md:flex md:items-center md:justify-end">
        <div className="w-full px-5 py-6 sm:px-6 md:max-w-[36rem] md:py-20 md:pr-12">
          <p className="text-blush">{scienceIntro.eyebrow}</p>
          <h1 className="mt-2 text-[2.6rem] md:text-6xl">{scienceIntro.title}</h1>
          <p className="mt-3 text-lg leading-snug md:mt-6 md:leading-normal">{scienceIntro.lead}</p>
        </div>
      </div>
      <Picture
        {...scienceIntro.picture}
        sizes="(min-width: 768px) 50vw, 100vw"
        eager
        className="aspect-[5/2] h-full w-full object-cover md:melt-left md:aspect-auto md:max-h-[34rem]"
      />
    </section>
  );
}

export default function SciencePage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Intro />
      <div className="mx-auto max-w-6xl px-5 sm:px-6">
        <HowItWorks />
        <Spectrum />
        <Benefits />
        <Evidence />
        <Limits />
        <ClaimLedger samples={loaderData.samples} />
      </div>
      <PageEnd title={scienceEnd.title} text={scienceEnd.text} links={[scienceEnd.link]} />
    </>
  );
}
