import { useEffect } from 'react';
import { useLocation } from 'react-router';

import { captureMoments } from '#content/capture-offer.ts';
import { loadedWhen } from '#ui/store.ts';

import { closeCapture, openCapture, openedBy } from './capture-store.ts';
import { watchVisit } from './watch-visit.ts';

const useModal = loadedWhen(async () => {
  const { CaptureModal } = await import('./capture-modal.tsx');
  return () => <CaptureModal />;
}, closeCapture);

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
