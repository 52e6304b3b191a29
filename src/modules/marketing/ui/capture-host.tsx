import { useEffect } from 'react';
import { useLocation } from 'react-router';

import { reloadPage } from '#ui/reload-page.ts';
import { createLazyHook } from '#ui/store.ts';

import { captureMoments, type DialogTrigger } from '../email-capture.ts';
import { closeCapture, openCapture, openedBy } from './capture-store.ts';
import { watchVisit } from './watch-visit.ts';

/** Triggers by a press of a button. */
const pressed = new Set<DialogTrigger | null>(['manual', 'sold-out']);

const useModal = createLazyHook(
  async () => {
    const { CaptureModal } = await import('./capture-modal.tsx');
    return () => <CaptureModal />;
  },
  () => {
    const isPressed = pressed.has(openedBy.get());
    closeCapture();
    if (isPressed) void reloadPage();
  },
);

/**
 * Opens the email dialog at the right moment, on pages where it may open on its own. Loads the
 * dialog's code only then.
 */
export function CaptureHost({ mayOpen }: { mayOpen: boolean }) {
  const { pathname } = useLocation();
  const modal = useModal(openedBy.use() !== null);
  useEffect(() => {
    const stop = mayOpen ? watchVisit(captureMoments, openCapture) : undefined;
    return () => {
      stop?.();
      closeCapture();
    };
  }, [mayOpen, pathname]);
  return modal?.();
}
