import { stills } from './media.ts';

export const account = {
  lead: 'Calm, day by day.',
  picture: stills.stone,
  quickLinks: { quiz: 'Find your way', shop: 'The stone', photo: 'Keep a picture', routine: 'Tick off today' },
  tips: { title: 'Tips', items: [{ title: 'Cool it', text: 'Keep the stone in the shade.' }] },
};
