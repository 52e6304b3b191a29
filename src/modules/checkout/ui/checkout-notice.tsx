import type { ReactNode } from 'react';

import { focusIfLost } from '#ui/focus.ts';

type NoticeProps = {
  children: ReactNode;
  /** True if the notice takes the focus of a button that was disabled while it worked. */
  takesFocus?: boolean;
  /** True if it was already announced and its text has changed. */
  isOld?: boolean;
};

/** A notice that the shopper must read before continuing. Announced when it appears. */
export function CheckoutNotice({ children, takesFocus = false, isOld = false }: NoticeProps) {
  return (
    <div
      ref={takesFocus ? focusIfLost : undefined}
      role={isOld ? undefined : 'alert'}
      tabIndex={-1}
      className="rounded-2xl border border-berry bg-white p-4 text-berry"
    >
      {children}
    </div>
  );
}
