import type { Section } from './article.ts';

export type Post = {
  slug: string;
  title: string;
  summary: string;
  publishedAt: string;
  picture: string;
  alt: string;
  sections: readonly Section[];
};

export const blog = {
  title: 'The Journal',
  lead: 'Short, useful reads about the wand and your daily minute.',
  description: 'Short reads: a one-minute routine, what red light is, and how to clean the wand.',
  more: 'More from the Journal',
  empty: {
    title: 'Nothing here yet',
    text: 'We’re still writing our first story. Meanwhile, meet the wand.',
    link: { to: '/product', label: 'See the wand' },
  },
};

export const posts: readonly Post[] = [
  {
    slug: 'one-minute-routine',
    title: 'A one-minute routine, second by second',
    summary: 'Serum, four slow strokes, done. How to spend your minute so it never feels like a chore.',
    publishedAt: '2026-11-20',
    picture: '/media/close',
    alt: 'Illustration of the lit wand close to a cheek, its red light on the skin',
    sections: [
      {
        id: 'before',
        title: 'Before you begin',
        blocks: [
          'Wash your face, pat it dry, and spread a thin layer of your favorite serum so the head glides. Tie your hair back, pick up the wand, press the button.',
        ],
      },
      {
        id: 'minute',
        title: 'The minute',
        blocks: [
          {
            steps: [
              { title: 'Jaw, 15 seconds', text: 'From the chin outward to the ear, slowly, on both sides.' },
              { title: 'Cheeks, 20 seconds', text: 'From the corner of the mouth up toward the temple.' },
              {
                title: 'Temples, 10 seconds',
                text: 'Small, light circles. Keep clear of your eyes and never look into the light.',
              },
              {
                title: 'Forehead, 15 seconds',
                text: 'From the brows up to the hairline, one stroke next to the other.',
              },
            ],
          },
        ],
      },
      {
        id: 'after',
        title: 'After it',
        blocks: [
          'Pat in the rest of the serum, wipe the head, and put the wand where you’ll see it tomorrow. Next to your toothbrush works well: habits like company.',
          'The wand is made for one minute a day. More isn’t better.',
        ],
      },
    ],
  },
  {
    slug: 'what-red-light-is',
    title: 'What is red light, really?',
    summary: 'Wavelengths in plain English, and why we’re careful with promises.',
    publishedAt: '2026-11-18',
    picture: '/media/skin',
    alt: 'The lit head of the wand above a soft surface, illustration',
    sections: [
      {
        id: 'light',
        title: 'A color with a number',
        blocks: [
          'Light comes in waves, and the length of a wave is its color. Violet is short, about 400 nanometers. Red is long. Our wand shines at 630-680 nm, the red of a ripe cherry.',
          'It isn’t ultraviolet, so it won’t tan you. And it draws only 1.5 W, about as much as a small night light.',
        ],
      },
      {
        id: 'research',
        title: 'Why people study it',
        blocks: [
          [
            'Longer waves pass a little deeper into skin than shorter ones, and researchers have studied for decades what cells do with them. Some studies report smoother-looking skin. They used other devices and other doses, so they prove nothing about ours. You’ll find the sources, and their limits, on the ',
            { to: '/science', label: 'science page' },
            '.',
          ],
        ],
      },
      {
        id: 'promise',
        title: 'What we promise instead',
        blocks: [
          [
            'A pleasant minute, a well-made wand, and your money back if it’s not for you. The ',
            { to: '/return-policy', label: 'return policy' },
            ' has every detail.',
          ],
        ],
      },
    ],
  },
  {
    slug: 'how-to-clean-the-wand',
    title: 'How to clean your wand',
    summary: 'Thirty seconds after each use keeps the head clear and the light even.',
    publishedAt: '2026-11-15',
    picture: '/media/skin_off',
    alt: 'The head of the wand above a soft surface, its light off, illustration',
    sections: [
      {
        id: 'daily',
        title: 'After each use',
        blocks: [
          {
            list: [
              'Switch the wand off and unplug it.',
              'Wipe the head with a soft, slightly damp cloth until no serum is left.',
              'Dry it with a soft cloth before you put it away.',
            ],
          },
        ],
      },
      {
        id: 'avoid',
        title: 'What to avoid',
        blocks: [
          {
            list: [
              'No running water, and nothing wet near the charging port.',
              'No scrubs, solvents or rough sponges: they dull the head.',
              'No sharing without cleaning. Skin care is personal.',
            ],
          },
        ],
      },
      {
        id: 'charge',
        title: 'While you’re at it',
        blocks: [
          [
            'A full charge by USB (5V/1A) takes 2 hours and lasts for 60 minutes, about two months at a minute a day. Something wrong with your wand? ',
            { to: '/contact', label: 'Write to us' },
            '.',
          ],
        ],
      },
    ],
  },
];
