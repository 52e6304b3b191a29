import type { ComponentProps } from 'react';

import { IconButton } from './button.tsx';
import { Dialog } from './dialog.tsx';
import type { ElementChildren } from './element-children.ts';
import { CloseIcon } from './icons.tsx';
import { Picture } from './picture.tsx';

type Words = {
  eyebrow: string;
  title: string;
  text: string;
  picture: Omit<ComponentProps<typeof Picture>, 'alt' | 'sizes'>;
};

type PictureDialogProps = {
  /** Id of the heading. */
  id: string;
  /** Content of the dialog. The dialog is open while this is not null. */
  words: Words | null;
  /** Label of the close button. */
  close: string;
  onClose: () => void;
  children: ElementChildren;
};

/** Dialog with a picture beside its text, and actions below. The heading gets the focus. */
export function PictureDialog({ id, words, close, onClose, children }: PictureDialogProps) {
  return (
    <Dialog
      open={words !== null}
      onClose={onClose}
      labelledBy={id}
      className="arrive m-auto max-h-[calc(100dvh-2rem)] w-[min(56rem,calc(100vw-2rem))] max-w-none overflow-y-auto rounded-card bg-cream text-ink shadow-lift"
    >
      {words === null ? null : (
        <div className="relative grid md:grid-cols-[5fr_6fr]">
          <IconButton label={close} onClick={onClose} className="absolute right-3 top-3 z-10 bg-cream/90 text-ink">
            <CloseIcon />
          </IconButton>
          <Picture
            {...words.picture}
            alt=""
            sizes="(min-width: 768px) 26rem, 100vw"
            className="h-36 w-full object-cover sm:h-48 md:h-full"
          />
          <div className="px-6 pb-7 pt-6 sm:px-10 md:py-12">
            <p className="text-sm font-medium uppercase tracking-[0.18em] text-copper">{words.eyebrow}</p>
            <h2 id={id} tabIndex={-1} className="mt-3 text-4xl outline-none sm:text-5xl">
              {words.title}
            </h2>
            <p className="mb-6 mt-4 text-soft">{words.text}</p>
            {children}
          </div>
        </div>
      )}
    </Dialog>
  );
}
