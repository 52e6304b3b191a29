/** Demo names for reviews without a reviewer's name. Never loaded in a live shop's pages. */
export const demoReviewerNames = [
  'Amelia R.',
  'Priya S.',
  'Hannah L.',
  'Camille D.',
  'Naomi W.',
  'Elena V.',
  'Sophie B.',
  'Grace K.',
  'Yuki T.',
  'Isabel M.',
  'Maya J.',
  'Ingrid H.',
  'Leah F.',
  'Rosa C.',
  'Tessa N.',
] as const;

type DemoReview = {
  /** Selects the displayed name. */
  customer: string;
  rating: 3 | 4 | 5;
  title: string | null;
  content: string;
  verified: boolean;
  helpful: number;
  daysAgo: number;
  /** Rendered photo in `db/seed/photos`. */
  photo?: string;
};

/**
 * Sample reviews of a demo shop. They describe feel and routine, never effects of light on the
 * body.
 */
export const demoReviews: DemoReview[] = [
  {
    customer: 'demo-001',
    rating: 5,
    title: 'The one minute I actually keep',
    content:
      'I have a drawer of gadgets I used for a week. This one stays next to my toothbrush, because a minute is short enough that I never argue with myself about it. Serum, wand, done, and my face feels awake before the coffee is ready.',
    verified: true,
    helpful: 41,
    daysAgo: 4,
    photo: 'shelf',
  },
  {
    customer: 'demo-002',
    rating: 5,
    title: 'Prettier in the hand than in the pictures',
    content:
      'The rim around the head catches the light like jewelry, and the body has a soft, matte touch. It is also lighter than I thought, so my arm is not tired when I get to the forehead.',
    verified: true,
    helpful: 27,
    daysAgo: 9,
    photo: 'hand',
  },
  {
    customer: 'demo-003',
    rating: 4,
    title: 'Lovely, I only wish for a stand',
    content:
      'Calm red light, pleasant hum, easy to clean. It lies on the shelf beside my brushes, which is fine, but something this pretty deserves a little stand. Everything else is exactly as described.',
    verified: true,
    helpful: 18,
    daysAgo: 13,
  },
  {
    customer: 'demo-004',
    rating: 5,
    title: null,
    content:
      'Bought it for myself, then my mother borrowed it for a weekend and did not give it back. A second one is on its way.',
    verified: true,
    helpful: 33,
    daysAgo: 18,
  },
  {
    customer: 'demo-005',
    rating: 5,
    title: 'The angled head makes the difference',
    content:
      'With my old flat wand I always ended up tilting my wrist around the jaw. Here the head simply follows. Under the cheekbone and beside the nose it fits as if it had been measured for me.',
    verified: true,
    helpful: 22,
    daysAgo: 24,
    photo: 'angle',
  },
  {
    customer: 'demo-006',
    rating: 5,
    title: 'My evening signal',
    content:
      'Phone away, lamp low, one minute with the wand. I look forward to it more than I would admit. My skin feels soft afterwards, mostly because I finally give my serum the time to sink in.',
    verified: true,
    helpful: 15,
    daysAgo: 31,
    photo: 'evening',
  },
  {
    customer: 'demo-007',
    rating: 5,
    title: 'Quiet enough for a sleeping baby',
    content:
      'I worried about the vibration because the crib is in our room. It is a soft hum that you feel more than you hear. She slept, I had my minute, everyone was happy.',
    verified: true,
    helpful: 29,
    daysAgo: 38,
  },
  {
    customer: 'demo-008',
    rating: 4,
    title: 'Good, once I found the right serum',
    content:
      'On dry skin it drags a little. With a gel or a light serum it glides beautifully. The quick start guide says to apply serum first, I just had not read it.',
    verified: true,
    helpful: 24,
    daysAgo: 45,
  },
  {
    customer: 'demo-011',
    rating: 5,
    title: 'Three weeks of travel, charged once',
    content:
      'It went through two airports and one very full toiletry bag. At a minute a day I charged it before I left and did not think about the cable again until the second week at home.',
    verified: true,
    helpful: 19,
    daysAgo: 57,
  },
  {
    customer: 'demo-012',
    rating: 5,
    title: 'A gift that was used the same night',
    content:
      'The box looks like something from a much more expensive counter. My sister opened it at dinner and had to be reminded to wait for dessert.',
    verified: false,
    helpful: 11,
    daysAgo: 66,
    photo: 'box',
  },
  {
    customer: 'demo-013',
    rating: 3,
    title: 'Nice device, slow charge',
    content:
      'It does what it says and feels well made. Two hours on the cable is long for something this small, so I plug it in over lunch on Sundays. No complaint about the wand itself.',
    verified: true,
    helpful: 36,
    daysAgo: 74,
    photo: 'cable',
  },
  {
    customer: 'demo-014',
    rating: 5,
    title: 'One button, thank you',
    content:
      'No app, no modes to learn, no account. I press, it glows, I glide. The warm red light in the morning is the nicest thing in my bathroom.',
    verified: true,
    helpful: 26,
    daysAgo: 83,
    photo: 'glow',
  },
  {
    customer: 'demo-015',
    rating: 5,
    title: 'My makeup goes on better',
    content:
      'I use it before moisturizer and wait until it’s all dry. Foundation sits more evenly on those days, simply because the skincare underneath is worked in properly. It has become part of the routine.',
    verified: true,
    helpful: 14,
    daysAgo: 95,
  },
  {
    customer: 'demo-016',
    rating: 5,
    title: null,
    content:
      'Delivery was quick, the wand was packed with care, and a question about cleaning the head was answered the next morning. Very happy with all of it.',
    verified: true,
    helpful: 9,
    daysAgo: 108,
  },
  {
    customer: 'demo-017',
    rating: 5,
    title: 'Four months and still daily',
    content:
      'I waited with this review on purpose. The finish looks new, the button is as crisp as on day one, and I have missed perhaps five evenings in all that time. That says more than any promise on a box.',
    verified: true,
    helpful: 38,
    daysAgo: 121,
    photo: 'rim',
  },
  {
    customer: 'demo-030',
    rating: 5,
    title: 'Small luxury for tired evenings',
    content:
      'Soft vibration over the brow and along the jaw, eyes closed, sixty seconds. It won’t replace a vacation, but it’s the closest thing that fits between dinner and bed.',
    verified: true,
    helpful: 17,
    daysAgo: 136,
  },
];
