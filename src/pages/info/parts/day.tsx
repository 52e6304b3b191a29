const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** 'November 21, 2026' from '2026-11-21'. */
export function Day({ date }: { date: string }) {
  return <time dateTime={date}>{inWords.format(new Date(date))}</time>;
}
