import { useEffect, useState, type ReactNode } from 'react';

type DisclosureProps = {
  /** What the button offers to add. */
  label: string;
  /** Id of the field inside, which gets the focus once it was asked for. */
  fieldId: string;
  /** Whether there is something to show from the start. */
  filled: boolean;
  children: ReactNode;
};

/** A field that most people do not need, behind a button; once open it stays open. */
export function Disclosure({ label, fieldId, filled, children }: DisclosureProps) {
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(filled);
  useEffect(() => {
    if (asked) document.getElementById(fieldId)?.focus();
  }, [asked, fieldId]);
  if (open || filled) return children;
  const show = () => {
    setOpen(true);
    setAsked(true);
  };
  return (
    <button type="button" onClick={show} className="block min-h-11 text-berry underline underline-offset-4">
      {label}
    </button>
  );
}
