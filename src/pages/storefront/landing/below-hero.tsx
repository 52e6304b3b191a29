import { Fragment } from 'react';

import type { Product } from '#modules/catalog/product.ts';
import type { GalleryItem } from '#modules/catalog/ui/gallery.tsx';
import type { Landing, LandingSection } from '#modules/content/landing.schema.ts';
import type { ElementChildren } from '#ui/element-children.ts';

import { BeforeAfter, Benefits, FourInOne, Included, Science, Steps, Transformation } from './device-sections.tsx';
import { Endorsements } from './endorsements.tsx';
import { LookCloser } from './gallery-section.tsx';
import { Closing, Comparison, Faq, FeaturePrice, TrustBadges } from './offer-sections.tsx';
import { StickyBar } from './sticky-bar.tsx';
import { Testimonials } from './testimonials.tsx';
import { Videos } from './videos.tsx';
import type { Proof, ShownEndorsements } from './landing-proof.ts';

type BelowHeroProps = {
  texts: Omit<Landing, 'sections'>;
  /** Sections that the owner shows, in the owner's order. */
  order: readonly LandingSection[];
  gallery: readonly GalleryItem[];
  product: Product | null;
  promotion: string | null;
  proof: Proof;
  endorsements: ShownEndorsements | null;
};

const glance = ({ texts, product, promotion }: BelowHeroProps) =>
  product === null ? null : <FeaturePrice title={texts.glance.title} product={product} promotion={promotion} />;

const reviews = ({ texts, proof: { testimonials }, endorsements }: BelowHeroProps) => (
  <>
    {testimonials === null ? null : <Testimonials texts={texts.testimonials} testimonials={testimonials} />}
    {endorsements === null ? null : <Endorsements {...endorsements} />}
  </>
);

const sections: Record<LandingSection, (page: BelowHeroProps) => ElementChildren> = {
  videos: ({ texts, product, proof }) => <Videos texts={texts.videos} product={product} videos={proof.videos} />,
  look: ({ texts, gallery, product, promotion }) => (
    <LookCloser title={texts.look.title} gallery={gallery} product={product} promotion={promotion} />
  ),
  benefits: ({ texts }) => <Benefits texts={texts.benefits} />,
  fourInOne: ({ texts }) => <FourInOne texts={texts.fourInOne} />,
  steps: ({ texts }) => <Steps texts={texts.steps} />,
  beforeAfter: ({ texts }) => <BeforeAfter texts={texts.beforeAfter} />,
  transformation: ({ texts }) => <Transformation texts={texts.transformation} />,
  testimonials: reviews,
  comparison: ({ texts }) => <Comparison comparison={texts.comparison} />,
  science: ({ texts }) => <Science texts={texts.science} />,
  included: ({ texts }) => <Included included={texts.included} guarantee={texts.guarantee} />,
  glance,
  questions: ({ texts }) => <Faq questions={texts.questions} />,
  closing: ({ texts, product, proof }) => (
    <Closing texts={texts.closing} product={product} title={proof.closingTitle} />
  ),
};

export function BelowHero(page: BelowHeroProps) {
  const { texts, order, product } = page;
  return (
    <>
      <TrustBadges trust={texts.trust} />
      {order.map((id) => (
        <Fragment key={id}>{sections[id](page)}</Fragment>
      ))}
      {product === null ? null : <StickyBar product={product} />}
    </>
  );
}
