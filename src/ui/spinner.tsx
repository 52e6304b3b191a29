/** Rotating ring shown during an operation. */
export function Spinner({ label }: { label: string }) {
  return (
    <span role="status" className="inline-flex items-center gap-3 text-soft">
      <span
        className="size-6 animate-spin rounded-full border-2 border-petal border-t-berry motion-reduce:animate-none"
        aria-hidden="true"
      />
      <span>{label}</span>
    </span>
  );
}
