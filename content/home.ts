/** What the landing page says. */
export const hero = {
  title: 'Radiant skin in 1 minute a day',
  text: 'Red light and soft vibration in one slim wand. Glide it over your serum: one quiet minute, every day.',
  alt: 'The white halorosa wand with its glowing red light head, leaning on a cream pedestal',
};

export const steps = {
  title: 'Three steps, one minute',
  text: 'Morning or evening, in front of the mirror or on the sofa.',
  note: 'Illustration. Computer-generated images, not a treatment result.',
  items: [
    {
      title: 'Apply serum',
      text: 'A thin layer on clean, dry skin lets the head glide.',
      picture: '/media/skin_off',
      alt: 'The wand above a soft surface, its light off',
    },
    {
      title: 'Glide the wand upward',
      text: 'Slow strokes from the chin to the forehead. The 27° head follows your face.',
      picture: '/media/skin',
      alt: 'The wand above a soft surface, its red light on',
    },
    {
      title: 'Glow in minutes',
      text: 'Put the wand down, pat in what is left of the serum, done.',
      picture: '/media/skin_dusk',
      alt: 'The red light of the wand on a soft surface in the evening',
    },
  ],
};

export const fourInOne = {
  title: 'Four things in one slim wand',
  alt: 'The head of the wand in evening light: a ring of rose gold around glowing red lights',
  items: [
    { title: 'Red light', text: '630-680 nm from a ring of small, even lights.' },
    { title: 'Vibration', text: '6,000 a minute, soft enough to hum along.' },
    { title: 'Angled head', text: 'An oval at 27° that follows cheek, jaw and brow.' },
    { title: 'Cordless', text: '60 minutes of use from a 2 hour charge.' },
  ],
};

export const included = {
  title: "What's included",
  items: ['4-in-1 red light wand', 'USB cable', 'Quick start guide', '60-day guarantee'],
  alt: 'The wand with its box, pouch, USB cable and quick start guide, seen from above',
};

export const facts = {
  title: 'Made to be held every day',
  text: 'Fifteen centimetres, one button, an hour of use per charge.',
  alt: 'The wand from the front and the side with its measures: 15 cm long, 1.8 cm wide, head at 27 degrees',
  items: [
    { figure: '630-680 nm', text: 'red light' },
    { figure: '6,000', text: 'vibrations a minute' },
    { figure: '60 min', text: 'of use per charge' },
    { figure: '2 h', text: 'to a full charge by USB' },
    { figure: '15 cm', text: 'long, 1.8 cm slim' },
    { figure: '1.5 W', text: 'is all it draws' },
  ],
};

export const guarantee = {
  title: '30 days to decide',
  text: 'Use it at home. If it is not for you, send it back within 30 days of delivery.',
  items: [
    'A full refund, no restocking fee',
    'Free return shipping with a prepaid label',
    'Refunded within 2 business days of receipt',
  ],
  alt: 'The wand standing upright in soft light',
};

export const closing = {
  title: 'Your minute starts here',
  text: 'One button, sixty seconds, every day.',
  alt: 'The wand, its red light on',
  link: 'See every detail',
};
