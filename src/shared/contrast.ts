/** Returns the linear intensity of a channel from 0 to 255. */
function intensity(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Relative luminance of a color like '#be123c': 0 for black, 1 for white. */
function luminance(color: string): number {
  const channel = (from: number) => intensity(Number.parseInt(color.slice(from, from + 2), 16));
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/**
 * Returns the contrast of two colors like '#be123c', from 1 to 21.
 * https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
 */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
