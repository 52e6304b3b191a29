/**
 * Sample proof shown in demo mode. Imported by loaders only, so that a live shop never sends any of
 * it.
 */
export const demoHome = {
  rating: { average: 4.9, count: 1_204, counted: 'verified buyers' },
  closingTitle: 'Join 2,800+ Happy Customers',
  testimonials: {
    title: 'What customers say',
    note: 'Sample reviews.',
    average: 4.8,
    count: 2_847,
    items: [
      {
        name: 'Sarah M.',
        rating: 5,
        text: 'It lives next to my toothbrush now. A soft hum, and the evening feels like mine again.',
        verified: true,
        daysAgo: 2,
      },
      {
        name: 'Jessica L.',
        rating: 5,
        text: 'So much slimmer than I expected, and the rose-gold rim is prettier than in the pictures.',
        verified: true,
        daysAgo: 3,
      },
      {
        name: 'Amanda R.',
        rating: 5,
        text: 'I never kept up with masks. I haven’t skipped this once. It’s over before I find an excuse.',
        verified: true,
        daysAgo: 5,
      },
      {
        name: 'Michelle K.',
        rating: 5,
        text: 'The angled head follows my jaw without twisting my wrist. I’ve charged it twice in two months.',
        verified: true,
        daysAgo: 7,
      },
      {
        name: 'Rachel T.',
        rating: 5,
        text: 'Took it on a work trip in my toiletry bag. My serum glides better with the vibration.',
        verified: true,
        daysAgo: 9,
      },
      {
        name: 'Emily W.',
        rating: 5,
        text: 'Bought one, then two more for my sisters when I saw the third was free. We compare notes on Sundays.',
        verified: true,
        daysAgo: 12,
      },
    ],
  },
  videos: {
    title: 'How they use it',
    galleryTitle: 'All six customer videos',
    note: 'Sample clips, computer-generated.',
    label: 'Customer videos',
    voices: [
      { id: 'minute', username: 'Ava', platform: 'other' as const },
      { id: 'offon', username: '@juneglows', platform: 'youtube' as const },
      { id: 'drops', username: '@noor.atnight', platform: 'tiktok' as const },
      { id: 'stroke', username: '@tessa.tries', platform: 'tiktok' as const },
      { id: 'dusk', username: '@lenas.evenings', platform: 'instagram' as const },
      { id: 'calm', username: '@glowwithmia', platform: 'instagram' as const },
    ],
  },
};
