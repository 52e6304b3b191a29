import { benefits, worth } from '#content/home.ts';
import type { Product } from '#modules/catalog/product.ts';

import { BeforeAfter, FourInOne, Included, Science, Steps, Transformation } from './device-sections.tsx';
import { LookCloser } from './look-closer.tsx';
import { Closing, Faq, FeaturePrice, Guarantee, Points, TrustBadges } from './offer-sections.tsx';
import { StickyBar } from './sticky-bar.tsx';
import { Testimonials } from './testimonials.tsx';
import { VideoGallery } from './video-gallery.tsx';
import type { landingProof } from './landing-proof.server.ts';

type BelowHeroProps = { product: Product | null; promotion: string | null; proof: ReturnType<typeof landingProof> };

/** Everything below the hero. */
export function BelowHero({ product, promotion, proof }: BelowHeroProps) {
  return (
    <>
      <LookCloser product={product} videos={proof.videos} />
      <BeforeAfter />
      <Points id="benefits" {...benefits} />
      <Steps />
      <Transformation />
      {proof.testimonials === null ? null : <Testimonials testimonials={proof.testimonials} />}
      <Points id="worth" {...worth} />
      <FourInOne />
      <Science />
      <Included />
      <Guarantee />
      <VideoGallery videos={proof.videos} />
      {product === null ? null : <FeaturePrice product={product} promotion={promotion} />}
      <Faq />
      <TrustBadges />
      <Closing product={product} title={proof.closingTitle} />
      {product === null ? null : <StickyBar product={product} />}
    </>
  );
}
