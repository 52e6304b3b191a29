import { utcDay } from '#shared/moments.ts';

const dayMs = 24 * 60 * 60 * 1000;
const dayForm = /^\d{4}-\d{2}-\d{2}$/;

/** A calendar day as `2026-11-21`. */
export type Day = string;

/** The calendar day `days` after this one; before it when negative. */
export function addDays(day: Day, days: number): Day {
  return utcDay(new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs));
}

function isDay(text: string): boolean {
  return dayForm.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && addDays(text, 0) === text;
}

/** The day on which the customer is: what the browser says when it is at most one day beside the server's, else the server's. */
export function customersDay(said: string, now: Date): Day {
  const today = utcDay(now);
  return isDay(said) && said >= addDays(today, -1) && said <= addDays(today, 1) ? said : today;
}

/** Logged days in a row up to today; a day that is not over yet breaks nothing, so it may also end yesterday. */
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

/** The days of the account, counting the first; at least 1. */
export function daysOnJourney(since: Date, now: Date): number {
  return Math.max(1, Math.floor((now.getTime() - since.getTime()) / dayMs) + 1);
}

export type WeekDay = { day: Day; logged: boolean };

/** The last `length` days up to today, oldest first, and which of them were logged. */
export function lastDays(days: readonly Day[], today: Day, length: number): WeekDay[] {
  return Array.from({ length }, (_, place) => {
    const day = addDays(today, place - length + 1);
    return { day, logged: days.includes(day) };
  });
}

export const maxPhotos = 60;

/** The largest photo that a form sends, in bytes: the shop takes 10 MB with what the form adds. */
export const maxPhotoBytes = 10 * 1024 * 1024 - 4_096;
