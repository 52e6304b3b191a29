import { stills } from './media.ts';
import { site } from './site.ts';

/** Copy of the skin quiz. */
export const quiz = {
  /** If true, ages 18-29 count as the young age of the result pages. */
  ageAware: false,
  title: 'Skin quiz',
  description: 'Four questions, one minute a day: find out how the wand fits your skin goal and your routine.',
  unanswered: 'Choose one answer to continue.',
  resultTitle: 'Your result',
  youSaid: 'You told us',
  routineTitle: 'Your one-minute routine',
  factsTitle: 'What counts for you',
  expectTitle: 'What to expect, honestly',
  careTitle: 'Good to know',
  closingTitle: 'One button, one minute, every day',
  productLink: 'See every detail',
  scienceLink: 'Read the science',
  startPicture: stills.skin,
  imageNote: 'Computer-generated images, not a treatment result.',
  promises: ['Free shipping', `${site.guaranteeDays}-day money-back guarantee`, 'Free returns'],
};

export const questions = {
  primaryConcern: {
    title: 'What matters most to you?',
    text: 'Pick one: your minute will be about it.',
    picture: stills.hand,
    choices: {
      acne: { label: 'Acne', text: 'Breakouts' },
      aging: { label: 'Aging', text: 'Fine lines' },
      dullness: { label: 'Dullness', text: 'A tired look' },
      pigmentation: { label: 'Pigmentation', text: 'Uneven tone' },
      sensitivity: { label: 'Sensitivity', text: 'Easily upset' },
      general: { label: 'General care', text: 'A good habit' },
    },
  },
  age: {
    title: 'How old are you?',
    text: 'A range is enough, and we do not keep your answers.',
    picture: stills.upright,
    choices: {
      '18-29': { label: '18-29', text: 'Setting up good habits' },
      '30-44': { label: '30-44', text: 'Keeping what works' },
      '45+': { label: '45+', text: 'Taking time for yourself' },
    },
  },
  experience: {
    title: 'How well do you know skincare devices?',
    text: 'There is no wrong answer: the wand has one button.',
    picture: stills.close,
    choices: {
      beginner: { label: 'Beginner', text: 'This would be my first one' },
      intermediate: { label: 'Intermediate', text: 'I have tried one or two' },
      advanced: { label: 'Advanced', text: 'They are part of my routine' },
    },
  },
  timeline: {
    title: 'How long would you give a new habit?',
    text: 'Skin has its own pace. We only want to know yours.',
    picture: stills.skinDusk,
    choices: {
      '2-weeks': { label: '2 weeks', text: 'A first impression' },
      '1-month': { label: '1 month', text: 'Long enough to decide' },
      '3-months': { label: '3 months', text: 'I am in for the ritual' },
    },
  },
};

const skinConditions =
  'It is not a medical device and does not treat skin conditions. For those, please ask a dermatologist.';

/** First sentence of the result, which repeats what matters most to the shopper. */
export const openings = {
  acne: 'You said breakouts.',
  aging: 'You said fine lines.',
  dullness: 'You said a tired look.',
  pigmentation: 'You said uneven tone. Start gentle: one serum you know, one minute, and sunscreen every morning.',
  sensitivity: 'You said your skin is easily upset.',
  general: 'You said general care.',
};

/** The four result pages. Ages without an entry get the default headline. */
export const results = {
  acne: {
    headline: {
      byDefault: 'A gentle minute for skin that has its moods',
      byAge: { '18-25': 'A gentle minute for young skin that has its moods' },
    },
    text: 'When skin breaks out, less is often kinder. Your result is a short, light-handed routine: one serum, one minute, clean tools and no scrubbing.',
    picture: stills.serum,
    steps: [
      {
        title: 'Cleanse, then one light serum',
        text: 'Wash your face and wipe the head. A thin, oil-free layer is enough.',
      },
      {
        title: 'Glide, never press',
        text: 'Slow strokes upward, only over calm skin. Go around spots that are open or sore.',
      },
      {
        title: 'Pat and leave it be',
        text: 'Pat in what is left of the serum, wipe the head dry, and hands off until tomorrow.',
      },
    ],
    facts: [
      { figure: '1 min', text: 'a day, so that one routine step does not become five' },
      { figure: '27°', text: 'head that follows the face without pressing' },
      { figure: '630-680 nm', text: 'red light from an even oval of small lights' },
    ],
    care: `The wand is for cosmetic use: it makes a calm habit, it does not clear acne. ${skinConditions}`,
  },
  'anti-aging': {
    headline: {
      byDefault: 'A small evening ritual, one minute a day',
      byAge: { '18-25': 'A good habit, begun early' },
    },
    text: 'Your result is about rhythm: slow upward strokes over a rich serum, at the same time every day. It is the easiest minute of an evening to keep.',
    picture: stills.profile,
    steps: [
      {
        title: 'Apply a rich serum',
        text: 'A generous layer on clean, dry skin lets the head glide over cheek, jaw and brow.',
      },
      {
        title: 'Glide upward',
        text: 'From the jaw to the temple, from the brow to the hairline, along with the soft vibration.',
      },
      { title: 'Seal it in', text: 'Put the wand down, pat in what is left and finish with your cream.' },
    ],
    facts: [
      { figure: '6,000', text: 'soft vibrations a minute go with every stroke' },
      { figure: '27°', text: 'head that follows cheek, jaw and brow' },
      { figure: '1 min', text: 'a day, short enough to keep' },
    ],
    care: `The wand cares for how skin looks and feels; it cannot turn back time. ${skinConditions}`,
  },
  prevention: {
    headline: {
      byDefault: 'Wake up your glow in one minute a day',
      byAge: { '18-25': 'Keep the glow that you have' },
    },
    text: 'Your result is a morning routine for skin that looks tired: fresh serum, red light and a minute of soft vibration before the day begins.',
    picture: stills.glide,
    steps: [
      {
        title: 'Start with fresh skin',
        text: 'Rinse with cool water and apply a thin layer of your favourite glow serum.',
      },
      {
        title: 'Glide from the middle outward',
        text: 'From the nose to the ear, from the chin to the forehead, without hurry.',
      },
      {
        title: 'Finish with sunscreen',
        text: 'Pat in what is left of the serum and add sun protection before you go out.',
      },
    ],
    facts: [
      { figure: '1 min', text: 'a day, while the coffee brews' },
      { figure: '60 min', text: 'of use per charge: two months of mornings' },
      { figure: '630-680 nm', text: 'red light from an even oval of small lights' },
    ],
    care: `The wand is for cosmetic use and every skin answers in its own way. ${skinConditions}`,
  },
  'sensitive-skin': {
    headline: {
      byDefault: 'Softly does it: a quiet minute for sensitive skin',
      byAge: { '18-25': 'Softly does it: a quiet minute for young, sensitive skin' },
    },
    text: 'Skin that is easily upset likes few things, done slowly. Your result is the lightest routine that we know: one mild serum, featherlight strokes and a day off whenever you feel like it.',
    picture: stills.calm,
    steps: [
      {
        title: 'Choose one mild serum',
        text: 'Without perfume and without acids. Try the wand on a small area first.',
      },
      {
        title: 'Glide like a feather',
        text: 'Let the head rest on the serum and move it slowly. If anything feels too much, stop.',
      },
      {
        title: 'Give it a pause',
        text: 'Pat, do not rub. On days when your skin is upset, leave the wand in its box.',
      },
    ],
    facts: [
      { figure: '1 min', text: 'a day at most, and one button to end it' },
      { figure: '27°', text: 'head that rests on the skin without pressing' },
      { figure: '1.5 W', text: 'is all that it draws' },
    ],
    care: `If light or certain medicines make your skin react, ask your doctor before you use the wand. ${skinConditions}`,
  },
};

/** First days of the routine, by the shopper's experience. */
export const firstDays = {
  beginner: {
    title: 'New to this? Begin small',
    text: 'Every other evening in the first week, then daily. Charge the wand once, press its one button, and stop after a minute.',
  },
  intermediate: {
    title: 'You know the feeling',
    text: 'Begin with a daily minute. Keep your serum and cream as they are, so that you can tell what the wand adds.',
  },
  advanced: {
    title: 'Fit it into what you do',
    text: 'Use it after cleansing and before your cream, in place of another device rather than on top of it. More than a minute is not needed.',
  },
};

/** Expectations for the time frame that the shopper chose. Never promises results. */
export const expectations = {
  '2-weeks': {
    title: 'In 2 weeks',
    text: 'Two weeks show how the wand feels in your hand and whether the minute fits your day. Skin works more slowly than that, so please do not judge a mirror by it.',
    points: [
      'The routine runs by itself',
      'You know which serum glides best',
      `More than half of your ${site.guaranteeDays} days to decide are still left`,
    ],
  },
  '1-month': {
    title: 'In 1 month',
    text: 'A month is a fair test of a habit. Take a photo in the same light on the first and on the last day, and let that decide instead of a promise of ours.',
    points: [
      'About 30 minutes of use in all',
      'Half of a full charge',
      `Not for you? Send it back within ${site.guaranteeDays} days of delivery`,
    ],
  },
  '3-months': {
    title: 'In 3 months',
    text: 'Three months make a ritual. How skin looks still depends on sleep, sun and what else you use, so the wand is one good part of it and not all of it.',
    points: [
      'About 90 minutes of use in all',
      'A charge or two on the way',
      'A photo a month, in the same light, tells you most',
    ],
  },
};
