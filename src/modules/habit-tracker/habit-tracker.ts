import { utcDay } from '#shared/shop-time.ts';

const dayMs = 24 * 60 * 60 * 1000;
const dayForm = /^\d{4}-\d{2}-\d{2}$/;

/** Calendar day as `2026-11-21`. */
export type Day = string;

/** Returns the calendar day `days` after this one, or before it if negative. */
export function addDays(day: Day, days: number): Day {
  return utcDay(new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs));
}

function isDay(text: string): boolean {
  return dayForm.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && addDays(text, 0) === text;
}

/**
 * Returns the customer's day: the browser's if it is within one day of the server's, else the
 * server's.
 */
export function customersDay(said: string, now: Date): Day {
  const today = utcDay(now);
  return isDay(said) && said >= addDays(today, -1) && said <= addDays(today, 1) ? said : today;
}

/**
 * Returns the number of consecutive logged days up to today. Today is not over yet, so the streak
 * may end yesterday.
 */
export function streak(days: readonly Day[], today: Day): number {
  const logged = new Set(days);
  let day = logged.has(today) ? today : addDays(today, -1);
  let length = 0;
  while (logged.has(day)) {
    length += 1;
    day = addDays(day, -1);
  }
  return length;
}

/** Returns the age of the account in days, counting the first; at least 1. */
export function daysOnJourney(since: Date, now: Date): number {
  return Math.max(1, Math.floor((now.getTime() - since.getTime()) / dayMs) + 1);
}

export type WeekDay = { day: Day; logged: boolean };

/** Returns the last `length` days up to today, oldest first, with whether each was logged. */
export function lastDays(days: readonly Day[], today: Day, length: number): WeekDay[] {
  return Array.from({ length }, (_, index) => {
    const day = addDays(today, index - length + 1);
    return { day, logged: days.includes(day) };
  });
}

export const maxPhotos = 60;
