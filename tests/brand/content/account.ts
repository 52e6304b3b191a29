import { stills } from './media.ts';

export const account = {
  lead: 'Calm, day by day.',
  picture: stills.stone,
  progress: { ordered: 'Calm', waiting: 'Waiting' },
  quickLinks: {
    quiz: { title: 'Quiz', text: 'Find your way' },
    shop: { title: 'Shop', text: 'The stone' },
    photo: { title: 'Photo', text: 'Keep a picture' },
    routine: { title: 'Log', text: 'Tick off today' },
  },
  tips: { title: 'Tips', items: [{ title: 'Cool it', text: 'Keep the stone in the shade.' }] },
  photos: { lead: 'For your eyes only.', note: 'Photos prove nothing.' },
};
