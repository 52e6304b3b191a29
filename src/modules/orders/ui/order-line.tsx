import type { ReactNode } from 'react';

import { Picture } from '#ui/picture.tsx';

type OrderLineProps = { imageUrl: string; total: string; className: string; children: ReactNode };

/** Line of an order: its picture, what was bought, and its price. */
export function OrderLine({ imageUrl, total, className, children }: OrderLineProps) {
  return (
    <li className={`flex items-center gap-4 ${className}`}>
      <Picture src={imageUrl} alt="" width={64} height={64} sizes="64px" className="size-16 rounded-xl object-cover" />
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      <span className="tabular-nums">{total}</span>
    </li>
  );
}
