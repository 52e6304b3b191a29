export type Platform = 'instagram' | 'tiktok' | 'youtube' | 'other';

/** Who shows a clip, by the clip's id. */
export type Voice = { id: string; username: string; platform: Platform };

export type VideoWords = { title: string; galleryTitle: string; note: string; label: string; voices: readonly Voice[] };

/** An average out of 5; the count is left out where it is not said. */
export type Rating = { average: number; count: number | null };

export type Testimonial = { name: string; rating: number; text: string; verified: boolean; daysAgo: number };

export type Testimonials = {
  title: string;
  note: string;
  average: number;
  count: number;
  items: readonly Testimonial[];
};

/** What speaks for the shop; null where nothing can be shown. */
export type Proof = {
  rating: Rating | null;
  testimonials: Testimonials | null;
  videos: VideoWords | null;
  closingTitle: string | null;
};

/** Share of the viewport's height that must have been scrolled past before the bar shows. */
const barFromViewports = 0.8;
/** Pixels from the page's end within which the bar gives way to it. */
const barEndPx = 1_000;
/** Milliseconds without a scroll event before the bar is decided anew. */
export const barDebounceMs = 10;

type Scroll = { scrollY: number; viewportHeight: number; pageHeight: number };

/** Whether the sticky bar shows: past 80 % of the viewport's height and more than 1000 px before the page's end. */
export function stickyBarShown({ scrollY, viewportHeight, pageHeight }: Scroll): boolean {
  const isPast = scrollY > viewportHeight * barFromViewports;
  const left = pageHeight - (scrollY + viewportHeight);
  return isPast && left > barEndPx;
}

/** '1 day', '12 days'. */
export function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}
