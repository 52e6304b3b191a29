import { stills } from './media.ts';

/** Texts and picture of a customer's dashboard. */
export const account = {
  lead: 'One minute a day, at your own pace.',
  picture: stills.serum,
  quickLinks: {
    quiz: 'Find the routine that fits',
    shop: 'The wand and what comes with it',
    photo: 'Keep a private picture',
    routine: 'Tick off your minute',
  },
  tips: {
    title: 'Tips for your minute',
    items: [
      {
        title: 'Serum first',
        text: 'Spread a thin layer on clean, dry skin so the head glides.',
      },
      {
        title: 'Slow, upward strokes',
        text: 'One minute for the whole face is enough. No need to press.',
      },
      {
        title: 'Same light, same place',
        text: 'Take progress photos at the same window and time of day, so you can compare them.',
      },
    ],
  },
};
