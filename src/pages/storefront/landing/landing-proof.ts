import type { Endorsements } from '#modules/content/endorsements.schema.ts';

export type Platform = 'instagram' | 'tiktok' | 'youtube' | 'other';

/** Creator of a clip, by the clip's id. */
export type Voice = { id: string; username: string; platform: Platform };

export type VideoTexts = { title: string; galleryTitle: string; note: string; label: string; voices: readonly Voice[] };

/** Average rating out of 5. `counted` names what was counted if it isn't all reviews. */
export type Rating = { average: number; count: number; counted?: string };

export type Testimonial = { name: string; rating: number; text: string; verified: boolean; daysAgo: number };

export type Testimonials = {
  title: string;
  note: string;
  average: number;
  count: number;
  items: readonly Testimonial[];
};

/** Press, experts, certificates and user tests on the page. Samples are marked at each entry. */
export type ShownEndorsements = Endorsements & { isSample: boolean };

/** Social proof of the shop. Null if there is nothing to show. */
export type Proof = {
  rating: Rating | null;
  testimonials: Testimonials | null;
  videos: VideoTexts | null;
  closingTitle: string | null;
};

/** '1 day', '12 days'. */
export function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}
