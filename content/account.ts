import { stills } from './media.ts';

/** Routine copy of the account pages. Labels of the controls are in the pages themselves. */
export const account = {
  lead: 'One minute a day, at your own pace.',
  picture: stills.serum,
  /** Skin progress of customers with and without an order. */
  progress: { ordered: 'Glowing', waiting: 'Ready' },
  quickLinks: {
    quiz: { title: 'Skin quiz', text: 'Find the routine that fits' },
    shop: { title: 'Shop', text: 'The wand and what comes with it' },
    photo: { title: 'Progress photo', text: 'Keep a private picture' },
    routine: { title: 'Log routine', text: 'Tick off your minute' },
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
  photos: {
    lead: 'For your eyes only. Nobody else can open these pictures, and you can delete them at any time.',
    note: 'Photos show how you looked, in the light at the time. They don’t prove an effect.',
  },
};
