import type { ReactNode } from 'react';

import { takeLostFocus } from '#ui/focus.ts';

type NoticeProps = {
  children: ReactNode;
  /** Whoever lost the place with a button that closed while it worked has it here. */
  takesFocus?: boolean;
  /** Whether it was read out already, and says something newer. */
  isOld?: boolean;
};

/** Something the shopper must know before going on; read out when it appears. */
export function CheckoutNotice({ children, takesFocus = false, isOld = false }: NoticeProps) {
  return (
    <div
      ref={takesFocus ? takeLostFocus : undefined}
      role={isOld ? undefined : 'alert'}
      tabIndex={-1}
      className="rounded-2xl border border-berry bg-white p-4 text-berry"
    >
      {children}
    </div>
  );
}
