import { useRef, type ChangeEvent } from 'react';

import type { Day } from '#modules/routine/rules.ts';

import { dayText } from './day-text.ts';

export type ShownPhoto = { id: string; day: Day };

const address = ({ id }: ShownPhoto) => `/api/progress-photos/${id}`;

function Label({ text, side }: { text: string; side: 'left-3' | 'right-3' }) {
  return (
    <span
      aria-hidden="true"
      className={`pointer-events-none absolute top-3 ${side} rounded-full bg-white/90 px-3 py-1 text-sm`}
    >
      {text}
    </span>
  );
}

/** Two photos in one frame; a slider, by pointer or by arrow keys, moves the border between them. */
export function ThenAndNow({ then, now }: { then: ShownPhoto; now: ShownPhoto }) {
  const frame = useRef<HTMLDivElement>(null);
  const move = ({ target }: ChangeEvent<HTMLInputElement>) => {
    frame.current?.style.setProperty('--cut', `${target.value}%`);
    target.setAttribute('aria-valuetext', `${target.value} % of ${dayText(then.day)}`);
  };
  const picture = 'absolute inset-0 size-full object-cover';
  return (
    <div
      ref={frame}
      className="then-and-now relative mx-auto aspect-[3/4] w-full max-w-md overflow-hidden rounded-card bg-blush"
    >
      <img src={address(now)} alt={`Now, ${dayText(now.day)}`} className={picture} />
      <img src={address(then)} alt={`Then, ${dayText(then.day)}`} className={`then ${picture}`} />
      <span aria-hidden="true" className="cut" />
      <Label text={`Then: ${dayText(then.day)}`} side="left-3" />
      <Label text={`Now: ${dayText(now.day)}`} side="right-3" />
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        defaultValue={50}
        aria-label="How much of the earlier photo is shown"
        aria-valuetext={`50 % of ${dayText(then.day)}`}
        onChange={move}
      />
    </div>
  );
}
