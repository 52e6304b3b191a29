/** What the landing page says. */
export const hero = {
  title: 'Radiant skin in 1 minute a day',
  text: 'Red light, gentle warmth and soft vibration in one slim wand. Glide it over your serum, and let a minute do its quiet work.',
  alt: 'The white halorosa wand with its glowing red light head, leaning on a cream pedestal',
};

export const steps = {
  title: 'Three steps, one minute',
  items: [
    { title: 'Apply serum', text: 'A thin layer on clean, dry skin lets the head glide.' },
    { title: 'Glide the wand upward', text: 'Slow strokes from the chin to the forehead. The 27° head follows your face.' },
    { title: 'Glow in minutes', text: 'The light goes off by itself. Pat in what is left of the serum, done.' },
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
    { figure: '27°', text: 'head angle' },
    { figure: '60 min', text: 'per charge' },
  ],
};

export const guarantee = {
  title: '30 days to decide',
  text: 'Use it at home. If it is not for you, send it back within 30 days for a full refund. Return shipping is on us.',
};

export const closing = { title: 'Your minute starts here', alt: 'The glowing head of the wand in soft evening light' };
