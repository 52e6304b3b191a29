import { openChoices } from './consent-store.ts';

/** Opens the privacy choices from anywhere, at any time. */
export function ChoicesButton({ className }: { className?: string }) {
  return (
    <button type="button" onClick={openChoices} className={className}>
      Privacy choices
    </button>
  );
}
