import { useState, type ReactNode } from 'react';

import { Button } from '#ui/button.tsx';
import type { ElementChildren } from '#ui/element-children.ts';
import { useTimeout } from '#ui/timers.ts';

/** Props shared by the pay buttons. */
export type PayParts = {
  /** Returns true if the form can be paid. Otherwise shows what is missing. */
  check: () => boolean;
  /**
   * `notice`: message beside the button. `instead`: replaces the button while nothing can be paid.
   */
  notice: ElementChildren;
  instead: ElementChildren;
  total: number;
  /** True while the total is being calculated. */
  pricing: boolean;
  /** Called if the total has changed since the button was pressed. */
  askAgain: () => void;
  /** Reason why nothing can be paid yet, or null. */
  closed: string | null;
};

type PayButtonProps = Omit<PayParts, 'check'> & {
  paying: boolean;
  disabled: boolean;
  onPay: () => void;
  children: ReactNode;
};

/**
 * The pay button with its notices. A press while the total is being calculated waits for it. It
 * pays only if the total is still the one that the button showed.
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
