import { useEffect, useRef, useState, type PointerEvent } from 'react';

import { useWindowEvent } from '#ui/window-event.ts';

import { middle, pannedBy, pointAt, zoomScale, type ZoomPoint } from './zoom.ts';

const keyStep = 40;
const keyMoves: Record<string, readonly [number, number]> = {
  ArrowLeft: [keyStep, 0],
  ArrowRight: [-keyStep, 0],
  ArrowUp: [0, keyStep],
  ArrowDown: [0, -keyStep],
};

/**
 * A picture twice as large inside its frame: it follows the mouse, is moved by a finger or by arrow keys, and ends with Esc.
 * `frame` is what it stands in; the picture is the frame's `[data-zoom]`.
 */
export function useZoom() {
  const frame = useRef<HTMLDivElement>(null);
  const point = useRef<ZoomPoint>(middle);
  const finger = useRef<{ id: number; x: number; y: number } | null>(null);
  const [isZoomed, setZoomed] = useState(false);

  const show = (next: ZoomPoint) => {
    point.current = next;
    const picture = frame.current?.querySelector<HTMLElement>('[data-zoom]');
    if (picture) picture.style.transformOrigin = `${next.x}% ${next.y}%`;
  };
  const pan = (dx: number, dy: number) => {
    if (frame.current !== null) show(pannedBy(point.current, { x: dx, y: dy }, frame.current.getBoundingClientRect()));
  };
  useEffect(() => {
    const picture = frame.current?.querySelector<HTMLElement>('[data-zoom]');
    if (!picture) return undefined;
    picture.style.scale = isZoomed ? String(zoomScale) : '';
    return () => {
      picture.style.scale = '';
    };
  }, [isZoomed]);
  // Esc leaves the zoom wherever the focus is.
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') setZoomed(false);
  });

  return {
    frame,
    isZoomed,
    leave: () => setZoomed(false),
    /** Begins or ends the zoom, at a place of the window or in the middle. */
    toggle(at?: { clientX: number; clientY: number }) {
      const box = frame.current?.getBoundingClientRect();
      show(at === undefined || box === undefined ? middle : pointAt(at.clientX, at.clientY, box));
      setZoomed(!isZoomed);
    },
    onPointerDown(event: PointerEvent) {
      finger.current = { id: event.pointerId, x: event.clientX, y: event.clientY };
    },
    onPointerMove(event: PointerEvent) {
      if (!isZoomed || frame.current === null) return;
      if (event.pointerType === 'mouse') {
        show(pointAt(event.clientX, event.clientY, frame.current.getBoundingClientRect()));
        return;
      }
      const last = finger.current;
      if (last?.id !== event.pointerId) return;
      pan(event.clientX - last.x, event.clientY - last.y);
      finger.current = { id: event.pointerId, x: event.clientX, y: event.clientY };
    },
    /** Moves a zoomed picture by an arrow key; says whether it did. */
    onArrow(key: string): boolean {
      const move = keyMoves[key];
      if (!isZoomed || move === undefined) return false;
      pan(move[0], move[1]);
      return true;
    },
  };
}
