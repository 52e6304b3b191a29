import { longDay } from '#shared/moments.ts';

/** 'November 21, 2026' from '2026-11-21'. */
export function Day({ date }: { date: string }) {
  return <time dateTime={date}>{longDay(date)}</time>;
}
