import type { Science } from '#modules/content/science.schema.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { Picture } from '#ui/picture.tsx';

import { pageContent } from '../page-content.server.ts';
import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/science.ts';
import { ClaimLedger, Benefits, Evidence, HowItWorks, Limits, Spectrum } from './components/science-sections.tsx';
import { shownClaims } from './demo-content.server.ts';
import { PageEnd } from './components/page-end.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const request = context.get(pageRequest);
  const { science: texts, claims, site } = await pageContent(request);
  return { texts, disclaimer: site.disclaimer, claims: shownClaims(request.ctx.settings.shopMode, claims) };
}

export function meta(args: Route.MetaArgs) {
  const { description, eyebrow: title } = args.loaderData.texts.intro;
  return pageMeta(args, { title, description, path: '/science' });
}

function Intro({ intro }: Pick<Science, 'intro'>) {
  return (
    <section className="grid bg-dusk text-white md:grid-cols-2 print:**:text-ink">
      <div className="md:flex md:items-center md:justify-end">
        <div className="w-full px-5 py-6 sm:px-6 md:max-w-[36rem] md:py-20 md:pr-12">
          <p className="text-blush">{intro.eyebrow}</p>
          <h1 className="mt-2 text-[2.6rem] md:text-6xl">{intro.title}</h1>
          <p className="mt-3 text-lg leading-snug md:mt-6 md:leading-normal">{intro.lead}</p>
        </div>
      </div>
      <Picture
        {...intro.picture}
        sizes="(min-width: 768px) 50vw, 100vw"
        eager
        className="aspect-[5/2] h-full w-full object-cover md:melt-left md:aspect-auto md:max-h-[34rem]"
      />
    </section>
  );
}

export default function SciencePage({ loaderData: { texts, disclaimer, claims } }: Route.ComponentProps) {
  const { title, text, product } = texts.end;
  return (
    <>
      <Intro intro={texts.intro} />
      <div className="mx-auto max-w-6xl px-5 sm:px-6">
        <HowItWorks howItWorks={texts.howItWorks} />
        <Spectrum spectrum={texts.spectrum} />
        <Benefits benefits={texts.benefits} />
        <Evidence evidence={texts.evidence} />
        <Limits limits={texts.limits} disclaimer={disclaimer} />
        <ClaimLedger ledger={texts.ledger} claims={claims} />
      </div>
      <PageEnd title={title} text={text} links={[{ to: '/product', label: product }]} />
    </>
  );
}
