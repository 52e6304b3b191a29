import { useEffect, useState, type ComponentType } from 'react';
import { useLocation } from 'react-router';

import { captureMoments } from '#content/capture-offer.ts';

import { closeCapture, openCapture, useCapture } from './capture-store.ts';
import { watchVisit } from './watch-visit.ts';

/** Watches for the moment to ask for an address, on pages where a dialog may open by itself; what is shown then is loaded then. */
export function CaptureHost({ mayOpen }: { mayOpen: boolean }) {
  const trigger = useCapture();
  const { pathname } = useLocation();
  const [Modal, setModal] = useState<ComponentType | null>(null);
  useEffect(() => {
    const stop = mayOpen ? watchVisit(captureMoments, openCapture) : undefined;
    return () => {
      stop?.();
      closeCapture();
    };
  }, [mayOpen, pathname]);
  useEffect(() => {
    if (trigger === null || Modal !== null) return;
    import('./capture-modal.tsx').then(({ CaptureModal }) => setModal(() => CaptureModal), closeCapture);
  }, [trigger, Modal]);
  return Modal === null ? null : <Modal />;
}
