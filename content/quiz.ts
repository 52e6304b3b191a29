import { stills } from './media.ts';

const skinConditions =
  'It is not a medical device and does not treat skin conditions. For those, please ask a dermatologist.';

/** Texts and pictures of the skin quiz. No advice promises results. */
export const quiz = {
  title: 'Skin quiz',
  description: 'Four questions, one minute a day: find out how the wand fits your skin goal and your routine.',
  questions: {
    primaryConcern: {
      title: 'What matters most to you?',
      text: 'Pick the one that bothers you most.',
      picture: stills.hand,
      choices: {
        acne: { label: 'Acne', text: 'Breakouts' },
        aging: { label: 'Aging', text: 'Fine lines' },
        dullness: { label: 'Dullness', text: 'A tired look' },
        pigmentation: { label: 'Pigmentation', text: 'Uneven tone' },
        sensitivity: { label: 'Sensitivity', text: 'Sensitive skin' },
        general: { label: 'General care', text: 'A good habit' },
      },
    },
    age: {
      title: 'How old are you?',
      text: 'A range is enough. It shapes your plan.',
      picture: stills.upright,
      choices: {
        '18-29': { label: '18-29', text: 'Setting up good habits' },
        '30-44': { label: '30-44', text: 'Keeping what works' },
        '45+': { label: '45+', text: 'Taking time for yourself' },
      },
    },
    experience: {
      title: 'How well do you know skincare devices?',
      text: 'There’s no wrong answer: the wand has one button.',
      picture: stills.close,
      choices: {
        beginner: { label: 'Beginner', text: 'This would be my first one' },
        intermediate: { label: 'Intermediate', text: 'I’ve tried one or two' },
        advanced: { label: 'Advanced', text: 'They’re part of my routine' },
      },
    },
    timeline: {
      title: 'How long would you give a new habit?',
      text: 'Skin has its own pace. Tell us yours.',
      picture: stills.skinDusk,
      choices: {
        '2-weeks': { label: '2 weeks', text: 'A first impression' },
        '1-month': { label: '1 month', text: 'Long enough to decide' },
        '3-months': { label: '3 months', text: 'I’m in for the ritual' },
      },
    },
  },
  result: {
    promises: ['{ifFreeShipping}Free shipping', '{guaranteeDays}-day money-back guarantee', 'Free returns'],
    routineTitle: 'Your one-minute routine',
    careTitle: 'Good to know',
    factsTitle: 'Why it suits you',
    expectTitle: 'What to expect, honestly',
    closingTitle: 'One button, one minute, done',
    productLink: 'See every detail',
    scienceLink: 'Read the science',
  },
  plan: {
    named: {
      primaryConcern: {
        acne: 'breakouts',
        aging: 'fine lines',
        dullness: 'a tired look',
        pigmentation: 'uneven tone',
        sensitivity: 'sensitive skin',
        general: 'general care',
      },
      age: { '18-29': '18–29', '30-44': '30–44', '45+': '45+' },
      experience: { beginner: 'first device', intermediate: 'tried one or two', advanced: 'device in the routine' },
    },
    openings: {
      acne: 'You said breakouts. Keep it light: one thin, oil-free serum, one minute, and only over calm skin.',
      aging: 'You said fine lines. Take it slow: one rich serum, one minute, and every stroke upward.',
      dullness: 'You said a tired look. Start the day with it: one fresh serum, one minute, then sunscreen.',
      pigmentation: 'You said uneven tone. Start gentle: one serum you know, one minute, and sunscreen every morning.',
      sensitivity: 'You said sensitive skin. Go gently: one mild serum, one minute, and a day off whenever you like.',
      general: 'You said general care. Keep it simple: the serum you already use, one minute, and your usual cream.',
    },
    ageAdvice: {
      '18-29': 'At 18–29, it’s about the habit: start small and keep it easy.',
      '30-44': 'At 30–44, it’s about time: this fits between everything else.',
      '45+': 'At 45+, it’s about comfort: slow strokes, and a little more serum if your skin feels dry.',
    },
    results: {
      acne: {
        headline: 'Your plan: one gentle minute in the evening',
        text: 'When skin breaks out, less is often kinder: light strokes, clean tools and no scrubbing.',
        picture: stills.skin,
        steps: [
          {
            title: 'Cleanse, then one light serum',
            text: 'Wash your face and wipe the head. A thin layer is enough.',
          },
          {
            title: 'Glide, never press',
            text: 'Slow strokes upward, only over calm skin. Go around spots that are open or sore.',
          },
          {
            title: 'Pat and leave it be',
            text: 'Pat in the rest of the serum, wipe the head dry, and hands off until tomorrow.',
          },
        ],
        facts: [
          { figure: '1 min', text: 'a day, so one step doesn’t become five' },
          { figure: '27°', text: 'head: it follows your face without pressing' },
          { figure: '630-680 nm', text: 'red light, spread evenly across the head' },
        ],
        care: `The wand is for cosmetic use: it makes a calm habit and doesn’t clear acne. ${skinConditions}`,
      },
      'anti-aging': {
        headline: 'Your plan: one minute in the evening',
        text: 'It’s about rhythm: slow strokes over your serum, at the same time of day.',
        picture: stills.skinDusk,
        steps: [
          {
            title: 'Apply your serum',
            text: 'A generous layer on clean, dry skin lets the head glide over cheek, jaw and brow.',
          },
          {
            title: 'Glide upward',
            text: 'From jaw to temple, from brow to hairline. The gentle massage does the rest.',
          },
          { title: 'Seal it in', text: 'Pat in the rest and finish with your cream.' },
        ],
        facts: [
          { figure: '6,000', text: 'micro-vibrations a minute, with every stroke' },
          { figure: '27°', text: 'head: it follows cheek, jaw and brow' },
          { figure: '1 min', text: 'a day: less time than brushing your teeth' },
        ],
        care: `The wand cares for how skin looks and feels; it cannot turn back time. ${skinConditions}`,
      },
      prevention: {
        headline: 'Your plan: one minute in the morning',
        text: 'Red light and gentle massage before the day begins, while the coffee brews.',
        picture: stills.cheek,
        steps: [
          {
            title: 'Start with fresh skin',
            text: 'Rinse with cool water and apply a thin layer of your favorite serum.',
          },
          {
            title: 'Glide from the middle outward',
            text: 'From nose to ear, from chin to forehead, without hurry.',
          },
          {
            title: 'Finish with sunscreen',
            text: 'Pat in the rest of the serum and add sunscreen before you go out.',
          },
        ],
        facts: [
          { figure: '1 min', text: 'a day: less time than your coffee takes' },
          { figure: '60 min', text: 'of use per charge: two months of mornings' },
          { figure: '630-680 nm', text: 'red light, spread evenly across the head' },
        ],
        care: `The wand is for cosmetic use, and all skin responds in its own way. ${skinConditions}`,
      },
      'sensitive-skin': {
        headline: 'Your plan: one soft minute, on calm days',
        text: 'Sensitive skin likes few things, done slowly. This is our lightest routine.',
        picture: stills.hand,
        steps: [
          {
            title: 'Choose one mild serum',
            text: 'No perfume, no acids. Try the wand on a small area first.',
          },
          {
            title: 'Glide like a feather',
            text: 'Let the head rest on the serum and move it slowly. If anything feels too much, stop.',
          },
          {
            title: 'Give it a pause',
            text: 'Pat, don’t rub. When your skin is upset, leave the wand in its box.',
          },
        ],
        facts: [
          { figure: '1 min', text: 'a day at most, and one button to end it' },
          { figure: '27°', text: 'head: it rests on your skin without pressing' },
          { figure: '1.5 W', text: 'is all it draws' },
        ],
        care: `If light or certain medicines make your skin react, ask your doctor before you use the wand. ${skinConditions}`,
      },
    },
    firstDays: {
      beginner: {
        title: 'New to this? Start small',
        text: 'Every other day in the first week, then daily. Charge the wand once, press its one button, and stop after a minute.',
      },
      intermediate: {
        title: 'You know the feeling',
        text: 'Start with a daily minute. Keep your serum and cream as they are, so you can tell what the wand adds.',
      },
      advanced: {
        title: 'Fit it into what you do',
        text: 'Use it after cleansing and before your cream, instead of another device, not on top of it. You don’t need more than a minute.',
      },
    },
    expectations: {
      '2-weeks': {
        title: 'In 2 weeks',
        text: 'Two weeks show how the wand feels in your hand and whether it fits your day. For your skin, two weeks is too soon to judge.',
        points: [
          'It’s already a habit',
          'You know which serum glides best',
          'More than half of your {guaranteeDays} days to decide are left',
        ],
      },
      '1-month': {
        title: 'In 1 month',
        text: 'A month is a fair test of a habit. Take a photo in the same light on the first and the last day, and let that decide, not us.',
        points: [
          'About 30 minutes of use in all',
          'Half of a full charge',
          'Not for you? Send it back within {guaranteeDays} days of delivery',
        ],
      },
      '3-months': {
        title: 'In 3 months',
        text: 'Three months make a ritual. How your skin looks still depends on sleep, sun and what else you use: the wand is one good part, not all of it.',
        points: [
          'About 90 minutes of use in all',
          'A charge or two on the way',
          'A photo a month, in the same light, tells you most',
        ],
      },
    },
  },
};
