import type { ReactNode } from 'react';

import { Button } from '#ui/button.tsx';

/** What surrounds the button that pays. */
export type PayParts = {
  /** Whether what was typed can be paid; shows what is missing. */
  check: () => boolean;
  /** What must be known before paying, beside the button; and what takes the button's place while nothing can be paid. */
  notice: ReactNode;
  instead: ReactNode;
  /** Whether the total is being worked out: the button keeps the focus, and pays when it names the new one. */
  pricing: boolean;
  /** Why nothing can be paid yet, if so. */
  closed: string | null;
};

type PayButtonProps = Omit<PayParts, 'check'> & {
  paying: boolean;
  disabled: boolean;
  onPay: () => void;
  children: ReactNode;
};

/** The one button that pays, with what must be known before. */
export function PayButton({ notice, instead, pricing, closed, paying, disabled, onPay, children }: PayButtonProps) {
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
          onClick={onPay}
        >
          {children}
        </Button>
      )}
    </>
  );
}
