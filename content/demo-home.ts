/**
 * Sample proof shown in demo mode. Imported by loaders only, so that a live shop never sends any of
 * it.
 */
export const demoHome = {
  rating: { average: 4.9, count: null },
  closingTitle: 'Join 2,800+ Happy Customers',
  testimonials: {
    title: 'Loved, one minute at a time',
    note: 'Samples of the demo store: the number counts ratings wherever they were given, the reviews page only reviews written here.',
    average: 4.8,
    count: 2_847,
    items: [
      {
        name: 'Sarah M.',
        rating: 5,
        text: 'It lives next to my toothbrush now. One minute, a soft hum, and my evening feels like mine again.',
        verified: true,
        daysAgo: 2,
      },
      {
        name: 'Jessica L.',
        rating: 5,
        text: 'So much slimmer than I expected, and the rose gold rim is prettier than in the pictures.',
        verified: true,
        daysAgo: 3,
      },
      {
        name: 'Amanda R.',
        rating: 5,
        text: 'I never kept up with masks. This I have not skipped once, because it is over before I find an excuse.',
        verified: true,
        daysAgo: 5,
      },
      {
        name: 'Michelle K.',
        rating: 5,
        text: 'The angled head follows my jaw without a twist of the wrist. Charged it twice in two months.',
        verified: true,
        daysAgo: 7,
      },
      {
        name: 'Rachel T.',
        rating: 5,
        text: 'Took it on a work trip in my wash bag. My serum glides better with the vibration, and so does my mood.',
        verified: true,
        daysAgo: 9,
      },
      {
        name: 'Emily W.',
        rating: 5,
        text: 'Bought one, then two more for my sisters when I saw the third was free. We compare our glow on Sundays.',
        verified: true,
        daysAgo: 12,
      },
    ],
  },
  videos: {
    title: 'Seen on their feeds',
    galleryTitle: 'More from happy minutes',
    note: 'Computer-generated illustrations. Names and platforms are sample content.',
    label: 'Customer videos',
    voices: [
      { id: 'calm', username: '@glowwithmia', platform: 'instagram' as const },
      { id: 'stroke', username: '@tessa.tries', platform: 'tiktok' as const },
      { id: 'offon', username: '@juneglows', platform: 'youtube' as const },
      { id: 'dusk', username: '@lenas.evenings', platform: 'instagram' as const },
      { id: 'drops', username: '@noor.atnight', platform: 'tiktok' as const },
      { id: 'minute', username: 'Ava', platform: 'other' as const },
    ],
  },
};
