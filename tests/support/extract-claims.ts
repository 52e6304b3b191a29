const units: Record<string, string> = {
  nanometers: 'nm',
  nanometres: 'nm',
  degrees: '°',
  hours: 'h',
  hour: 'h',
  minutes: 'min',
  minute: 'min',
  day: 'days',
  'business day': 'business days',
};

const number = String.raw`\d[\d,]*(?:\.\d+)?`;
const unit = 'nm|nanomet(?:er|re)s|°|degrees|mAh|cm|V|W|hours?|h|minutes?|min|business days?|days?';
const measure = new RegExp(
  String.raw`(?<![$\d.,])(${number}\+?(?: ?[-–×] ?${number})*)` +
    String.raw`(?:[- ]?(${unit})(?![\w-])|(?<=\d,\d{3}\+?)(?!\d)|(?= ?/5\b))(?! ago)`,
  'g',
);

/**
 * Returns the figures in a text that claim something, in normalized form. They are measures, times,
 * thousands and ratings out of five, but no prices or dates.
 */
export function figuresIn(text: string): string[] {
  const found = [...text.replaceAll('\u00a0', ' ').matchAll(measure)].map(([, count = '', counted = '']) => {
    const name = units[counted] ?? counted;
    return `${count.replaceAll('–', '-')}${name === '°' || name === '' ? '' : ' '}${name}`;
  });
  return [...new Set(found)];
}
