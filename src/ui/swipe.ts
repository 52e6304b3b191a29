import { useRef, useSyncExternalStore, type DragEvent, type MouseEvent, type PointerEvent } from 'react';

/** Pixels sideways from which a movement is a swipe. */
const swipePx = 50;
/** Pixels sideways above which a press is a drag and no longer a click. */
const dragPx = 10;

/** The index that `index` means in a list without ends: after the last comes the first, before the first the last. */
export function wrapIndex(index: number, count: number): number {
  return count <= 0 ? 0 : ((index % count) + count) % count;
}

/** Where a movement of `dx` pixels leads: 1 forward (to the left), -1 back, 0 nowhere. */
export function swipeDirection(dx: number): -1 | 0 | 1 {
  if (Math.abs(dx) < swipePx) return 0;
  return dx < 0 ? 1 : -1;
}

export function isDrag(dx: number): boolean {
  return Math.abs(dx) > dragPx;
}

function watchScale(onChange: () => void) {
  window.visualViewport?.addEventListener('resize', onChange);
  return () => window.visualViewport?.removeEventListener('resize', onChange);
}

/** Whether two fingers have made the page larger: then one finger moves the page, and swipes nothing. */
function usePinched(): boolean {
  return useSyncExternalStore(
    watchScale,
    () => (window.visualViewport?.scale ?? 1) > 1,
    () => false,
  );
}

/**
 * Handlers for the element that is swiped, and the class that leaves scrolling and pinching to the browser. The click that
 * ends a drag is swallowed; one from the keyboard never is.
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
    /** A picture or link under the mouse must not be carried away. */
    onDragStart(event: DragEvent) {
      event.preventDefault();
    },
  };
  return { handlers, touch: isPinched ? 'touch-auto' : 'touch-pan-y touch-pinch-zoom' };
}
