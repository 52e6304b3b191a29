import { useEffect, useRef, type ReactNode } from 'react';

type NoticeProps = {
  children: ReactNode;
  /** Whoever lost the place with a button that closed while it worked has it here. */
  takesFocus?: boolean;
};

/** Something the shopper must know before going on; read out when it appears. */
export function Notice({ children, takesFocus = false }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <div ref={box} role="alert" tabIndex={-1} className="rounded-2xl border border-berry bg-white p-4 text-berry">
      {children}
    </div>
  );
}
