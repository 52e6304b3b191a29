/** Data to set up an authenticator app: a QR code, and the same secret to type. */
export type Setup = { uri: string; secret: string; qr: { size: number; path: string }; backupCodes: string[] };

/** Returns one SVG path of the dark modules of a QR code, row by row, one unit per module. */
export function qrPath(fields: readonly (readonly boolean[])[]): string {
  return fields
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .filter(Boolean)
    .join('');
}

/** Returns the secret of an `otpauth` URI in groups of four, for typing. Null for any other URI. */
export function secretOf(uri: string): string | null {
  if (!uri.startsWith('otpauth://totp/') || !URL.canParse(uri)) return null;
  const secret = new URL(uri).searchParams.get('secret');
  return secret === null || secret === '' ? null : (secret.match(/.{1,4}/g) ?? []).join(' ');
}
