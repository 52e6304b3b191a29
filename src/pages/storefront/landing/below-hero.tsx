import type { Product } from '#modules/catalog/product.ts';

import { BeforeAfter, Benefits, FourInOne, Included, Science, Steps, Transformation } from './device-sections.tsx';
import { LookCloser } from './look-closer.tsx';
import { Closing, Faq, FeaturePrice, TrustBadges, Worth } from './offer-sections.tsx';
import { StickyBar } from './sticky-bar.tsx';
import { Testimonials } from './testimonials.tsx';
import { Videos } from './videos.tsx';
import type { landingProof } from './landing-proof.server.ts';

type BelowHeroProps = { product: Product | null; promotion: string | null; proof: ReturnType<typeof landingProof> };

/** Everything below the hero. */
export function BelowHero({ product, promotion, proof }: BelowHeroProps) {
  return (
    <>
      <TrustBadges />
      <Videos product={product} videos={proof.videos} />
      <LookCloser product={product} promotion={promotion} />
      <Benefits />
      <FourInOne />
      <Steps />
      <BeforeAfter />
      <Transformation />
      {proof.testimonials === null ? null : <Testimonials testimonials={proof.testimonials} />}
      <Worth />
      <Science />
      <Included />
      {product === null ? null : <FeaturePrice product={product} promotion={promotion} />}
      <Faq />
      <Closing product={product} title={proof.closingTitle} />
      {product === null ? null : <StickyBar product={product} />}
    </>
  );
}
