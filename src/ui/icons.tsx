import type { ReactNode } from 'react';

export function icon(shape: ReactNode) {
  return function Icon({ className = 'size-5' }: { className?: string }) {
    return (
      <svg
        viewBox="0 0 24 24"
        className={className}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {shape}
      </svg>
    );
  };
}

export const BagIcon = icon(<path d="M6 8h12l1 12H5L6 8Zm3 0a3 3 0 0 1 6 0" />);
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16" />);
export const CloseIcon = icon(<path d="m6 6 12 12M18 6 6 18" />);
export const MinusIcon = icon(<path d="M6 12h12" />);
export const PlusIcon = icon(<path d="M6 12h12M12 6v12" />);
export const TrashIcon = icon(<path d="M5 7h14M10 7V4h4v3m-7 0 1 13h8l1-13" />);
export const CheckIcon = icon(<path d="m5 13 4 4L19 7" />);
export const LockIcon = icon(<path d="M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3" />);
export const TruckIcon = icon(
  <path d="M3 6h11v10H3zM14 9h4l3 3v4h-7M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm10 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z" />,
);
export const ReturnIcon = icon(<path d="M4 9h11a5 5 0 0 1 0 10H8M4 9l4-4M4 9l4 4" />);
export const ArrowLeftIcon = icon(<path d="M19 12H5m6-6-6 6 6 6" />);
export const ChevronIcon = icon(<path d="m6 9 6 6 6-6" />);
export const MailIcon = icon(<path d="M3 6h18v12H3zM3 7l9 7 9-7" />);
export const ExternalIcon = icon(<path d="M10 5H5v14h14v-5M14 5h5v5M19 5l-9 9" />);
export const ArrowRightIcon = icon(<path d="M5 12h14m-6-6 6 6-6 6" />);
export const StarIcon = icon(
  <path d="m12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8L12 3.500Z" fill="currentColor" />,
);
export const BoxIcon = icon(
  <path d="m12 3 8 4.500v9L12 21l-8-4.500v-9L12 3Zm0 9 8-4.500M12 12 4 7.500M12 12v9M8 5.300l8 4.500" />,
);
