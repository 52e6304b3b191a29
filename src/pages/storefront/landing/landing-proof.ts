export type Platform = 'instagram' | 'tiktok' | 'youtube' | 'other';

/** Creator of a clip, by the clip's id. */
export type Voice = { id: string; username: string; platform: Platform };

export type VideoWords = { title: string; galleryTitle: string; note: string; label: string; voices: readonly Voice[] };

/** Average rating out of 5. The count is null if it is not shown. */
export type Rating = { average: number; count: number | null };

export type Testimonial = { name: string; rating: number; text: string; verified: boolean; daysAgo: number };

export type Testimonials = {
  title: string;
  note: string;
  average: number;
  count: number;
  items: readonly Testimonial[];
};

/** Social proof of the shop. Null if there is nothing to show. */
export type Proof = {
  rating: Rating | null;
  testimonials: Testimonials | null;
  videos: VideoWords | null;
  closingTitle: string | null;
};

/** Share of the viewport height to scroll past before the bar shows. */
const barFromViewports = 0.8;
/** Distance from the page's end, in pixels, within which the bar hides. */
const barEndPx = 1_000;
/** Milliseconds without a scroll event before the bar is re-evaluated. */
export const barDebounceMs = 10;

type Scroll = { scrollY: number; viewportHeight: number; pageHeight: number };

/** True past 80 % of the viewport height and more than 1000 px before the page's end. */
export function stickyBarShown({ scrollY, viewportHeight, pageHeight }: Scroll): boolean {
  const isPast = scrollY > viewportHeight * barFromViewports;
  const left = pageHeight - (scrollY + viewportHeight);
  return isPast && left > barEndPx;
}

/** '1 day', '12 days'. */
export function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}
