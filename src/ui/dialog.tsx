import { useEffect, useId, useRef, type ComponentProps } from 'react';

import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import type { ElementChildren } from './element-children.ts';
import { CloseIcon } from './icons.tsx';
import { hostToasts, ToastRegion } from './toast.tsx';
import { useWindowEvent } from './window-event.ts';

type DialogProps = {
  open: boolean;
  onClose: () => void;
  /** Id of the heading that names the dialog. */
  labelledBy: string;
  className: string;
  children: ElementChildren;
};

/** Focuses the heading if it can take the focus (tabIndex -1), otherwise the first control. */
function show(dialog: HTMLDialogElement, labelledBy: string): void {
  const { documentElement: page } = document;
  page.classList.toggle('wide-scrollbar', window.innerWidth > page.clientWidth);
  dialog.showModal();
  document.getElementById(labelledBy)?.focus();
}

/**
 * Native modal dialog. Focus moves in and returns on close.
 * Esc, a click on the backdrop, and Back or Forward close it.
 */
export function Dialog({ open, onClose, labelledBy, className, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useWindowEvent('popstate', () => (open ? onClose() : undefined));
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null || !open) return;
    if (!dialog.open) show(dialog, labelledBy);
    hostToasts(id);
    return () => {
      dialog.close();
      hostToasts();
    };
  }, [open, id, labelledBy]);
  return (
    <dialog
      ref={ref}
      // A closed dialog may have no heading.
      aria-labelledby={open ? labelledBy : undefined}
      className={className}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      {children}
      <ToastRegion dialog={id} />
    </dialog>
  );
}

type DialogHeadProps = {
  id: string;
  title: string;
  /** Label of the close button. */
  close: string;
  onClose: () => void;
  className?: string;
  size?: string;
  /** Further attributes of the heading. A `tabIndex` of -1 gives it the focus. */
  heading?: Pick<ComponentProps<'h2'>, 'ref' | 'tabIndex'>;
};

/** Heading that names a dialog, with the close button. */
export function DialogHead({ id, title, close, onClose, className, size = 'text-3xl', heading }: DialogHeadProps) {
  return (
    <div className={classes('flex items-center justify-between gap-4', className)}>
      <h2 {...heading} id={id} className={classes(size, heading !== undefined && 'outline-none')}>
        {title}
      </h2>
      <IconButton label={close} onClick={onClose}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}
