const units: Record<string, string> = {
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
const unit = 'nm|nanometres|°|degrees|mAh|cm|V|W|hours?|h|minutes?|min|business days?|days?';
const measure = new RegExp(
  String.raw`(?<![$\d.,])(${number}\+?(?: ?[-–×] ?${number})*)` +
    String.raw`(?:[- ]?(${unit})(?![\w-])|(?<=\d,\d{3}\+?)(?!\d)|(?= ?/5\b))(?! ago)`,
  'g',
);

/** The figures in a text that claim something, each written in one way: measures, times, thousands, marks out of five; no price, no date. */
export function figuresIn(text: string): string[] {
  const found = [...text.replaceAll('\u00a0', ' ').matchAll(measure)].map(([, count = '', counted = '']) => {
    const name = units[counted] ?? counted;
    return `${count.replaceAll('–', '-')}${name === '°' || name === '' ? '' : ' '}${name}`;
  });
  return [...new Set(found)];
}
