/** Scale of a zoomed picture. */
export const zoomScale = 2;

/** Transform origin of a zoomed picture, in percent of its width and height. */
export type ZoomPoint = { x: number; y: number };

export const middle: ZoomPoint = { x: 50, y: 50 };

type Box = { left: number; top: number; width: number; height: number };

const within = (percent: number) => Math.min(100, Math.max(0, percent));

/** Returns the point under a pointer, so that the zoom shows what the pointer is on. */
export function pointAt(clientX: number, clientY: number, box: Box): ZoomPoint {
  if (box.width === 0 || box.height === 0) return middle;
  return {
    x: within(((clientX - box.left) / box.width) * 100),
    y: within(((clientY - box.top) / box.height) * 100),
  };
}

/** Returns the point after dragging by some pixels. The picture never leaves its frame. */
export function pannedBy(point: ZoomPoint, by: ZoomPoint, box: Pick<Box, 'width' | 'height'>): ZoomPoint {
  if (box.width === 0 || box.height === 0) return point;
  const reach = zoomScale - 1;
  return {
    x: within(point.x - (by.x / (box.width * reach)) * 100),
    y: within(point.y - (by.y / (box.height * reach)) * 100),
  };
}
