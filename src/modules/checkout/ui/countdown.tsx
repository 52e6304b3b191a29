import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { focusIfLost } from '#ui/focus.ts';

import type { CheckoutView } from '../checkout.schema.ts';
import { announcement, clockText, extendSeconds, urgentSeconds } from '../countdown.ts';

type Moment = {
  moment: string;
  /** Seconds until then, by the shop's clock. */
  secondsLeft: number;
  onEnd: () => void;
};

/**
 * Counts down the seconds until a time of the shop, corrected by each new answer. Uses the wall
 * clock because `performance.now()` stops while a computer sleeps.
 */
export function useSecondsLeft({ moment, secondsLeft, onEnd }: Moment): number {
  const [left, setLeft] = useState(secondsLeft);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const endsAt = Date.now() + secondsLeft * 1000;
    const tick = () => {
      const seconds = Math.max(0, Math.round((endsAt - Date.now()) / 1000));
      setLeft(seconds);
      if (seconds > 0) return;
      clearInterval(timer);
      end();
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [moment, secondsLeft]);
  return left;
}

type CountdownProps = {
  view: CheckoutView;
  /** True while a payment is under way: the shop waits for it beyond the time. */
  paying: boolean;
  onExpire: () => void;
  onExtend: () => Promise<void>;
};

/**
 * Time left of the reservation. Announced only three times, and extendable in its last two minutes.
 */
export function Countdown({ view, paying, onExpire, onExtend }: CountdownProps) {
  const left = useSecondsLeft({ moment: view.expiresAt, secondsLeft: view.secondsLeft, onEnd: onExpire });
  const [busy, setBusy] = useState(false);
  const text = useRef<HTMLParagraphElement>(null);
  const wasPressed = useRef(false);
  const isOver = left === 0;
  const mayExtend = !isOver && left <= extendSeconds;
  const extend = async () => {
    if (busy) return;
    wasPressed.current = true;
    setBusy(true);
    await onExtend();
    setBusy(false);
  };
  // The pressed button disappears after an extension, so focus moves to the new time.
  useEffect(() => {
    if (mayExtend || isOver || !wasPressed.current) return;
    wasPressed.current = false;
    focusIfLost(text.current);
  }, [mayExtend, isOver]);
  const overText = paying
    ? 'Your items stay reserved while your payment is confirmed'
    : 'Your items are no longer reserved';
  const isUrgent = left < urgentSeconds;
  return (
    <div
      className={classes(
        'flex min-h-14 flex-wrap items-center justify-between gap-x-4 rounded-2xl px-5 py-2',
        isUrgent ? 'bg-petal text-wine' : 'bg-blush',
      )}
    >
      <p ref={text} tabIndex={-1} className="outline-none">
        {isOver ? (
          overText
        ) : (
          <>
            <span>{'Your items are reserved for '}</span>
            <span className="font-medium tabular-nums">{clockText(left)}</span>
          </>
        )}
      </p>
      {mayExtend ? (
        <Button look="quiet" className="-mr-5 px-5" busy={busy} aria-disabled={busy} onClick={() => void extend()}>
          I need more time
        </Button>
      ) : null}
      <p role="status" className="sr-only">
        {isOver ? (paying ? overText : null) : announcement(left)}
      </p>
    </div>
  );
}
