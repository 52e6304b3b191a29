import type { ReactNode } from 'react';

/** Something the shopper must know before going on; read out when it appears. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="rounded-2xl border border-berry bg-white p-4 text-berry">
      {children}
    </div>
  );
}
