import { useEffect } from 'react';
import { useLocation } from 'react-router';

import { captureMoments } from '#content/capture-offer.ts';
import { loadAnew } from '#ui/load-anew.ts';
import { loadedWhen } from '#ui/store.ts';

import type { DialogTrigger } from '../email-capture.ts';
import { closeCapture, openCapture, openedBy } from './capture-store.ts';
import { watchVisit } from './watch-visit.ts';

/** The triggers that are a press: nothing else may take a page away from who reads it. */
const pressed = new Set<DialogTrigger | null>(['manual', 'sold-out']);

const useModal = loadedWhen(
  async () => {
    const { CaptureModal } = await import('./capture-modal.tsx');
    return () => <CaptureModal />;
  },
  () => {
    const isPressed = pressed.has(openedBy.get());
    closeCapture();
    if (isPressed) void loadAnew();
  },
);

/** Watches for the moment to ask for an address, on pages where a dialog may open by itself; the dialog's code is loaded then. */
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
