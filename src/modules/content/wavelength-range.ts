/** Nanometers between which light is visible. */
export const visibleLight = { from: 400, to: 700 };

const range = /^(\d{3})[-–](\d{3}) nm$/;

/**
 * Returns the ends of a range such as '630–680 nm', in nanometers. Null if the text is no range of
 * visible light.
 */
export function lightRange(text: string): { from: number; to: number } | null {
  const [, start = '', end = ''] = range.exec(text) ?? [];
  const [from, to] = [Number(start), Number(end)];
  return visibleLight.from <= from && from < to && to <= visibleLight.to ? { from, to } : null;
}
