import { useState, type ReactNode } from 'react';

import { Button } from '#ui/button.tsx';
import type { Elements } from '#ui/elements.ts';
import { useTimeout } from '#ui/timers.ts';

/** What surrounds the button that pays. */
export type PayParts = {
  /** Whether what was typed can be paid; shows what is missing. */
  check: () => boolean;
  /** What must be known before paying, beside the button; and what takes the button's place while nothing can be paid. */
  notice: Elements;
  instead: Elements;
  total: number;
  /** Whether the total is being worked out. */
  pricing: boolean;
  /** The total is another one than the button named when it was pressed. */
  askAgain: () => void;
  /** Why nothing can be paid yet, if so. */
  closed: string | null;
};

type PayButtonProps = Omit<PayParts, 'check'> & {
  paying: boolean;
  disabled: boolean;
  onPay: () => void;
  children: ReactNode;
};

/**
 * The one button that pays, with what must be known before. A press while the total is being worked out waits for it, and pays what the
 * button named.
 */
export function PayButton({
  notice,
  instead,
  total,
  pricing,
  askAgain,
  closed,
  paying,
  disabled,
  onPay,
  children,
}: PayButtonProps) {
  const [pressedAt, setPressedAt] = useState<number | null>(null);
  const pay = () => {
    setPressedAt(null);
    (pressedAt === total ? onPay : askAgain)();
  };
  useTimeout(pay, pricing || pressedAt === null ? null : 0);
  return (
    <>
      {notice}
      {closed === null ? null : <p className="text-berry">{closed}</p>}
      {instead ?? (
        <Button
          type="submit"
          className="w-full text-lg"
          disabled={disabled || paying || closed !== null}
          aria-disabled={pricing}
          busy={paying || pricing}
          onClick={() => (pricing ? setPressedAt(total) : onPay())}
        >
          {children}
        </Button>
      )}
    </>
  );
}
