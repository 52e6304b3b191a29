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
 * Doubles a picture inside its frame. The zoom follows the mouse, is panned by touch or arrow keys,
 * and ends with Esc. `frame` is the frame's ref; the picture is its `[data-zoom]` element.
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
  // Esc ends the zoom wherever the focus is.
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') setZoomed(false);
  });

  return {
    frame,
    isZoomed,
    leave: () => setZoomed(false),
    /** Starts or ends the zoom, at window coordinates or in the middle. */
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
    /** Pans a zoomed picture with an arrow key. Returns true if it did. */
    onArrow(key: string): boolean {
      const move = keyMoves[key];
      if (!isZoomed || move === undefined) return false;
      pan(move[0], move[1]);
      return true;
    },
  };
}
