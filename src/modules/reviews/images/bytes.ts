export const u16 = (bytes: Uint8Array, at: number) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
export const u32 = (bytes: Uint8Array, at: number) => u16(bytes, at) * 0x1_0000 + u16(bytes, at + 2);
export const u16Little = (bytes: Uint8Array, at: number) => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
export const u24Little = (bytes: Uint8Array, at: number) => u16Little(bytes, at) + (bytes[at + 2] ?? 0) * 0x1_0000;
export const u32Little = (bytes: Uint8Array, at: number) => u16Little(bytes, at) + u16Little(bytes, at + 2) * 0x1_0000;

/** Four letters that name a part of a file. */
export const fourLetters = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
