/** Minimum horizontal movement of a swipe, in pixels. */
const swipePx = 50;
/** Maximum horizontal movement of a click, in pixels. Beyond it a press is a drag. */
const dragPx = 10;

/** Wraps an index into an endless list: the first follows the last. */
export function wrapIndex(index: number, count: number): number {
  return count <= 0 ? 0 : ((index % count) + count) % count;
}

/** Returns the step for a movement of `dx` pixels: 1 forward (to the left), -1 back, 0 none. */
export function swipeDirection(dx: number): -1 | 0 | 1 {
  if (Math.abs(dx) < swipePx) return 0;
  return dx < 0 ? 1 : -1;
}

export function isDrag(dx: number): boolean {
  return Math.abs(dx) > dragPx;
}
