import { useRef, type ChangeEvent } from 'react';

import { addressOf } from '#modules/api-client.ts';
import type { Day } from '#modules/habit-tracker/habit-tracker.ts';
import { longDay, shortDay } from '#shared/shop-time.ts';

export type ShownPhoto = { id: string; day: Day };

const address = ({ id }: ShownPhoto) => addressOf(`GET /progress-photos/${id}`);

function Label({ text, side }: { text: string; side: 'left-3' | 'right-3' }) {
  return (
    <span
      aria-hidden="true"
      className={`pointer-events-none absolute top-3 ${side} rounded-full bg-white/90 px-2.5 py-1 text-sm`}
    >
      {text}
    </span>
  );
}

/** Two photos in one frame. A slider, by pointer or arrow keys, moves the border between them. */
export function PhotoComparison({ first, last }: { first: ShownPhoto; last: ShownPhoto }) {
  const frame = useRef<HTMLDivElement>(null);
  const move = ({ target }: ChangeEvent<HTMLInputElement>) => {
    frame.current?.style.setProperty('--cut', `${target.value}%`);
    target.setAttribute('aria-valuetext', `${target.value} % of ${longDay(first.day)}`);
  };
  const picture = 'absolute inset-0 size-full object-cover';
  return (
    <div
      ref={frame}
      className="then-and-now relative mx-auto aspect-[3/4] w-full max-w-md overflow-hidden rounded-card bg-blush"
    >
      <img src={address(last)} alt={`Now, ${longDay(last.day)}`} className={picture} />
      <img src={address(first)} alt={`Then, ${longDay(first.day)}`} className={`then ${picture}`} />
      <span aria-hidden="true" className="cut" />
      <Label text={`Then: ${shortDay(first.day)}`} side="left-3" />
      <Label text={`Now: ${shortDay(last.day)}`} side="right-3" />
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        defaultValue={50}
        aria-label="How much of the earlier photo is shown"
        aria-valuetext={`50 % of ${longDay(first.day)}`}
        onChange={move}
      />
    </div>
  );
}
