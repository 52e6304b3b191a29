import { useRef, useSyncExternalStore, type DragEvent, type MouseEvent, type PointerEvent } from 'react';

import { isDrag, swipeDirection } from './swipe.ts';

function watchScale(onChange: () => void) {
  window.visualViewport?.addEventListener('resize', onChange);
  return () => window.visualViewport?.removeEventListener('resize', onChange);
}

/** True when the page is pinch-zoomed. One finger then pans the page instead of swiping. */
function usePinched(): boolean {
  return useSyncExternalStore(
    watchScale,
    () => (window.visualViewport?.scale ?? 1) > 1,
    () => false,
  );
}

/**
 * Returns handlers for the swiped element, and a class
 * that leaves scrolling and pinching to the browser.
 * Swallows the click that ends a drag, but never a click from the keyboard.
 */
export function useSwipe({ onSwipe }: { onSwipe: (direction: -1 | 1) => void }) {
  const isPinched = usePinched();
  const press = useRef<{ id: number; x: number } | null>(null);
  const wasDrag = useRef(false);
  const movedBy = (event: PointerEvent) =>
    press.current?.id === event.pointerId ? event.clientX - press.current.x : 0;
  const handlers = {
    onPointerDown(event: PointerEvent) {
      if (!event.isPrimary || event.button !== 0 || isPinched) return;
      press.current = { id: event.pointerId, x: event.clientX };
      wasDrag.current = false;
    },
    onPointerMove(event: PointerEvent) {
      if (wasDrag.current || !isDrag(movedBy(event))) return;
      wasDrag.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerUp(event: PointerEvent) {
      const direction = swipeDirection(movedBy(event));
      press.current = null;
      if (direction !== 0) onSwipe(direction);
    },
    onPointerCancel() {
      press.current = null;
    },
    onClickCapture(event: MouseEvent) {
      if (wasDrag.current && event.detail > 0) {
        event.preventDefault();
        event.stopPropagation();
      }
      wasDrag.current = false;
    },
    /** Prevents dragging the picture or link under the mouse. */
    onDragStart(event: DragEvent) {
      event.preventDefault();
    },
  };
  return { handlers, touch: isPinched ? 'touch-auto' : 'touch-pan-y touch-pinch-zoom' };
}
