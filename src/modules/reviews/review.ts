import { formText } from '#shared/form-values.ts';
import { stripInvisible } from '#shared/clean-text.ts';

export const pageSize = 6;
/** Max reviews rendered by the server. Further ones are loaded by the browser. */
export const maxShown = 60;
export const maxImages = 3;
export const maxLengths = { title: 120, content: 4_000, reviewerName: 80 };

export type Stars = 1 | 2 | 3 | 4 | 5;
export const starScale: readonly Stars[] = [5, 4, 3, 2, 1];

/** Number of reviews with a rating, and how many of them have photos. */
export type PerStar<Rating = Stars> = { stars: Rating; count: number; withPhotos: number };
export type ReviewSummary = { count: number; average: number; histogram: PerStar[] };

/**
 * Returns count, average to one decimal, and reviews per star from five to one. Null without
 * reviews.
 */
export function summaryOf(perStar: readonly PerStar<number>[]): ReviewSummary | null {
  const histogram = starScale.map((stars) => {
    const { count = 0, withPhotos = 0 } = perStar.find((row) => row.stars === stars) ?? {};
    return { stars, count, withPhotos };
  });
  const count = histogram.reduce((sum, row) => sum + row.count, 0);
  if (count === 0) return null;
  const points = histogram.reduce((sum, row) => sum + row.stars * row.count, 0);
  return { count, average: Math.round((points * 10) / count) / 10, histogram };
}

export const sorts = { helpful: 'Most helpful', newest: 'Newest', highest: 'Highest rating' } as const;
type Sort = keyof typeof sorts;

const isSort = (value: unknown): value is Sort => Object.hasOwn(sorts, String(value));

/** Filter and order of the listed reviews. */
export type Choice = { sort: Sort; stars: Stars | null; photos: boolean };

/** Reads the choice from a query string or a form. Invalid values count as not set. */
export function choiceOf(input: { get(name: string): unknown }, defaultSort: Sort = 'newest'): Choice {
  const sort = input.get('sort');
  const stars = input.get('stars');
  return {
    sort: isSort(sort) ? sort : defaultSort,
    stars: starScale.find((one) => String(one) === stars) ?? null,
    photos: input.get('photos') === '1',
  };
}

/** Query parameters of a choice. The order is always named, because pages have different ones. */
export function searchOf({ sort, stars, photos }: Choice): Record<string, string> {
  return {
    sort,
    ...(stars === null ? {} : { stars: String(stars) }),
    ...(photos ? { photos: '1' } : {}),
  };
}

/** Counts the reviews that match a choice. */
export function countOf({ histogram }: Pick<ReviewSummary, 'histogram'>, { stars, photos }: Choice): number {
  const rows = histogram.filter((row) => stars === null || row.stars === stars);
  return rows.reduce((sum, { count, withPhotos }) => sum + (photos ? withPhotos : count), 0);
}

/**
 * A word that can be part of a name: no @, digit or symbol, and no letters after a dot as in a
 * domain.
 */
const nameWord = /^(?!.*\.\p{L}{2})\p{L}[\p{L}\p{M}'’.,‐-]*$/u;

/**
 * Returns 'First L.' for a full name and 'First' for a single one. Email addresses, phone numbers,
 * links and handles are left out, because the result is public. Null if nothing remains.
 */
function shortName(name: string): string | null {
  const words = name.split(/\s+/).filter((word) => nameWord.test(word.normalize('NFKC')));
  const [first, ...rest] = words;
  if (first === undefined) return null;
  const initial = rest.at(-1)?.codePointAt(0);
  return initial === undefined ? first : `${first} ${String.fromCodePoint(initial).toUpperCase()}.`;
}

/**
 * Picks a name for a customer, always the same one (FNV-1a hash of the id). Null if `names` is
 * empty.
 */
function nameByHash(customerId: string, names: readonly string[]): string | null {
  let hash = 0x811c9dc5;
  for (const character of customerId) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return names[(hash >>> 0) % Math.max(1, names.length)] ?? null;
}

type Reviewer = { id: string; reviewerName: string | null; customerId: string | null; verifiedPurchase: boolean };

/**
 * Name shown with a review: the typed name, shortened, else one of `names`. `names` is empty in a
 * live shop, which shows a generic name instead.
 */
export function shownName(review: Reviewer, names: readonly string[]): string {
  const typedName = review.reviewerName === null ? null : shortName(review.reviewerName);
  const fallback = review.verifiedPurchase ? 'Verified customer' : 'Customer';
  return typedName ?? nameByHash(review.customerId ?? review.id, names) ?? fallback;
}

/** Number of reviews that a page shows at first: full pages of six, from 6 to 60. */
export function shownCount(requested: string | null): number {
  const pages = Math.ceil(Number(requested ?? pageSize) / pageSize);
  return Number.isFinite(pages) ? Math.min(maxShown, Math.max(pageSize, pages * pageSize)) : pageSize;
}

export type Draft = { rating: number | null; title: string; content: string; reviewerName: string };

/** Reads the typed values from the form, in the browser and on the server. */
export function draftOf(form: FormData): Draft {
  const rating = Number(formText(form, 'rating'));
  return {
    rating: Number.isInteger(rating) && rating > 0 ? rating : null,
    title: formText(form, 'title'),
    content: formText(form, 'content'),
    reviewerName: formText(form, 'reviewerName'),
  };
}

// Control characters except line feed and tab. The database rejects some, and nobody sees them.
// oxlint-disable-next-line no-control-regex -- they are what is removed
const control = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** Removes invisible characters, and whitespace at both ends. */
export function cleanText(typed: string): string {
  return stripInvisible(typed).replace(control, '').trim();
}

/** Returns a draft with its texts as they are stored. */
export function cleanDraft({ rating, title, content, reviewerName }: Draft): Draft {
  return {
    rating,
    title: cleanText(title),
    content: cleanText(content),
    reviewerName: cleanText(reviewerName),
  };
}

export const draftProblems = {
  rating_required: {
    title: 'Rating required',
    description: 'Please select a rating before submitting your review.',
  },
  content_required: { title: 'Review content required', description: 'Please write a review before submitting.' },
  name_required: { title: 'Name required', description: 'Please enter your name.' },
};

export type DraftProblem = keyof typeof draftProblems;

/** Lists what a draft is missing, in the order of the form. */
export function missingOf(draft: Draft): DraftProblem[] {
  const isRated = draft.rating !== null && draft.rating >= 1 && draft.rating <= 5;
  const missing: [boolean, DraftProblem][] = [
    [!isRated, 'rating_required'],
    [cleanText(draft.content) === '', 'content_required'],
    [cleanText(draft.reviewerName) === '', 'name_required'],
  ];
  return missing.flatMap(([isMissing, problem]) => (isMissing ? [problem] : []));
}

export const submitted = {
  title: 'Review submitted!',
  description: 'Thank you for your review. It will be published after approval.',
};
export const submitFailed = { title: 'Error submitting review', description: 'Please try again later.' };
