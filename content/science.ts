import { stills } from './media.ts';

/** Science page of an empty shop. */
export const science = {
  intro: {
    eyebrow: 'Science',
    title: 'What red light is, and what it isn’t',
    lead: 'Red light has been studied for decades. Here’s what our wand does, what researchers have looked at, and where their results end.',
    description:
      'How the red light wand works, what research on red light looks at, what it does not prove for this device, and the source of every claim.',
    picture: { ...stills.headDusk, alt: 'The oval head of the wand glowing red in the dark, ringed in rose gold' },
  },
  howItWorks: {
    title: 'How it works',
    lead: 'Four simple things in one slim wand.',
    items: [
      {
        title: 'Red light',
        text: 'Small, even LEDs at 630–680 nm, red you can see.',
      },
      {
        title: 'Gentle massage',
        text: '6,000 vibrations a minute help you work your serum in.',
      },
      {
        title: 'An angled head',
        text: 'The head is angled by 27°, so it lies flat on cheek, jaw and brow.',
      },
      {
        title: 'A minute a day',
        text: 'One button, 1 minute per day, 60 minutes per charge.',
      },
    ],
  },
  /** Part of visible light that the wand uses. */
  spectrum: {
    range: '630–680 nm',
    title: 'Visible red light',
    text: 'Visible light runs from about 400 to 700 nm. The wand shines at the red end. It’s neither ultraviolet nor a heat treatment.',
  },
  benefits: {
    title: 'Researched benefits',
    lead: 'What studies have looked at, with other lights and longer sessions. Nobody has measured it with our wand, so it’s no promise about your skin.',
    items: [
      {
        title: 'The look of fine lines',
        asked: 'Controlled studies compared photos of skin before and after weeks of red light.',
        open: '',
      },
      {
        title: 'How smooth skin feels',
        asked: 'Instruments measured roughness, and people said how their skin feels.',
        open: '',
      },
      {
        title: 'Collagen density',
        asked: 'One trial measured collagen by ultrasound after thirty sessions.',
        open: '',
      },
    ],
  },
  evidence: {
    title: 'Clinical evidence',
    lead: 'Two often-quoted papers on other devices and doses: neither tested this wand.',
    sources: [
      {
        title:
          'A controlled trial to determine the efficacy of red and near-infrared light treatment in patient satisfaction, reduction of fine lines, wrinkles, skin roughness, and intradermal collagen density increase',
        cited: 'Wunsch A, Matuschka K. Photomedicine and Laser Surgery, 2014; 32(2): 93-100.',
        kind: 'Controlled trial',
        what: '136 volunteers. The treated groups came twice a week for 30 sessions under large light sources at 611–650 nm or 570–850 nm. They were compared with people who weren’t treated.',
        result:
          'The authors report better skin complexion and feeling, less roughness and higher collagen density in the treated groups.',
        limit:
          'Large light sources, another spectrum and another dose than a handheld wand. The volunteers knew whether they were treated.',
      },
      {
        title: 'Low-level laser (light) therapy (LLLT) in skin: stimulating, healing, restoring',
        cited: 'Avci P, Gupta A, Sadasivam M, et al. Seminars in Cutaneous Medicine and Surgery, 2013; 32(1): 41-52.',
        kind: 'Review',
        what: 'A review of laboratory and clinical work on low levels of red and near-infrared light in skin, and of how cells might take that light up.',
        result: 'The authors describe many possible uses in skin care and dermatology.',
        limit:
          'A review gathers other people’s work with many devices and doses. It tests no product, and its medical topics aren’t what this wand is for.',
      },
    ],
  },
  limits: {
    title: 'What this doesn’t prove',
    paragraphs: [
      'No clinical study has been made with this wand. Research on red light in general tells you why people find it interesting, not what will happen on your face.',
      'So we promise something else: try it at home. If you don’t like what you see or feel, send it back within {guaranteeDays} days.',
    ],
  },
  ledger: {
    title: 'Our sources',
    lead: 'Every figure on our pages has a source.',
    specifications: 'All figures of the device',
  },
  end: {
    title: 'See for yourself',
    text: 'A minute a day with the serum you own. If you don’t like what you see or feel, return it free within {guaranteeDays} days.',
    product: 'Try it for {guaranteeDays} days',
  },
};
