import { seedProduct } from './catalog.ts';
import type { Section } from './article.ts';
import { stills } from './media.ts';
import { site } from './site.ts';

/**
 * Two marketing lines as the brand specifies them. Exact figures are in the specifications table.
 */
export const marketingLines = { light: '630-830 nm', head: '270°' };

export const scienceIntro = {
  eyebrow: 'Science',
  title: 'What red light is, and what it is not',
  lead: 'Red light has been studied for decades. Here is what our wand does, what researchers have looked at, and where their results end.',
  description:
    'How the red light wand works, what research on red light looks at, what it does not prove for this device, and every figure of the device.',
  picture: { ...stills.headDusk, alt: 'The oval head of the wand glowing red in the dark, ringed in rose gold' },
};

type Spectrum = {
  title: string;
  text: string;
  from: number;
  to: number;
  ours: { from: number; to: number; label: string };
  ends: readonly [string, string];
};

/**
 * Part of the spectrum that the wand uses, in nanometers. Null for a product that has no spectrum
 * to show.
 */
export const spectrum: Spectrum | null = {
  title: 'Its place in the spectrum',
  text: 'Visible light runs from about 400 to 700 nanometres. The wand shines at its long, red end: you can see its light, and it is neither ultraviolet nor heat treatment.',
  from: 400,
  to: 700,
  ours: { from: 630, to: 680, label: '630-680 nm' },
  ends: ['400 nm, violet', '700 nm, deep red'],
};

export const howItWorks = {
  title: 'How it works',
  lead: 'Four plain things in one slim wand, for one minute a day.',
  items: [
    {
      title: 'Red light',
      text: 'Small, even lights in the head shine at 630-680 nm. Red light reaches a little deeper into the skin than blue or green, because less of it is scattered and absorbed on the way.',
    },
    {
      title: 'Soft vibration',
      text: '6,000 vibrations a minute make the head glide, and a minute in front of the mirror feel like a small massage.',
    },
    {
      title: 'An angled head',
      text: 'The head is set at 27°, so that it lies flat on cheek, jaw and brow while your hand stays relaxed.',
    },
    {
      title: 'A minute you keep',
      text: 'One button, 1 minute per day, 60 minutes per charge. The best routine is the one that you still follow next month.',
    },
  ],
};

export const benefits = {
  stillOpen: 'Still open:',
  title: 'Researched benefits',
  lead: 'These are questions that studies of red light on skin have asked. They are no promise about this wand or about your skin.',
  items: [
    {
      title: 'The look of fine lines',
      asked: 'Controlled studies have compared photographs of skin before and after weeks of red light.',
      open: 'How much of it comes with a small device and one minute a day has not been shown.',
    },
    {
      title: 'How smooth skin feels',
      asked: 'Skin roughness has been measured with instruments, besides asking people how their skin feels.',
      open: 'Light sources, doses and schedules differ so much that results cannot be carried from one to another.',
    },
    {
      title: 'Collagen density',
      asked: 'One trial measured collagen in the skin by ultrasound after thirty sessions.',
      open: 'We have not measured this with our wand, and make no such claim for it.',
    },
  ],
};

export const evidence = {
  parts: { what: 'What was done', result: 'What they report', limit: 'What it does not say' },
  title: 'Clinical evidence',
  lead: 'Two publications that are often quoted. Both studied other devices and other doses than ours: neither tested this wand.',
  sources: [
    {
      title:
        'A controlled trial to determine the efficacy of red and near-infrared light treatment in patient satisfaction, reduction of fine lines, wrinkles, skin roughness, and intradermal collagen density increase',
      cited: 'Wunsch A, Matuschka K. Photomedicine and Laser Surgery, 2014; 32(2): 93-100.',
      kind: 'Controlled trial',
      what: '136 volunteers. Those treated came twice a week for 30 sessions under large light sources at 611-650 nm or 570-850 nm, and were compared with people who were not treated.',
      result:
        'The authors report better skin complexion and feeling, less roughness and higher collagen density in the treated groups.',
      limit:
        'Large light sources over a big area, in another spectrum and at another dose than a handheld wand. The volunteers knew whether they were treated.',
    },
    {
      title: 'Low-level laser (light) therapy (LLLT) in skin: stimulating, healing, restoring',
      cited: 'Avci P, Gupta A, Sadasivam M, et al. Seminars in Cutaneous Medicine and Surgery, 2013; 32(1): 41-52.',
      kind: 'Review',
      what: 'A review of laboratory and clinical work on low levels of red and near-infrared light in skin, and of how cells might take that light up.',
      result: 'The authors describe many possible uses in skin care and dermatology.',
      limit:
        'A review gathers the work of others, done with many devices and doses. It tests no product, and its medical topics are not what this wand is for.',
    },
  ],
};

export const limits: Section = {
  id: 'honest',
  title: 'What this does not prove',
  blocks: [
    'No clinical study has been made with this wand. Research on red light in general tells you why people find it interesting. It does not tell you what will happen on your face.',
    `That is why we promise something else: try it at home, and if you see or feel nothing that you like, send it back within ${site.guaranteeDays} days.`,
    { note: site.disclaimer },
  ],
};

export const device = {
  title: 'The device in figures',
  lead: 'What is inside, without adjectives.',
  facts: Object.entries(seedProduct.specifications).map(([label, value]) => ({ label, value })),
  note: `Some of our lines speak of ${marketingLines.light} light or of a ${marketingLines.head} head. They are broader than the device: the figures to go by are the ones in this table, 630-680 nm and 27°.`,
  picture: {
    ...stills.size,
    alt: 'The wand from the front and the side with its measures: 15 cm long, 1.8 cm wide, head at 27 degrees',
  },
};

export const scienceEnd = {
  title: 'See for yourself',
  text: `One minute a day, ${site.guaranteeDays} days to decide.`,
  link: { to: '/product', label: 'See the wand' },
};
