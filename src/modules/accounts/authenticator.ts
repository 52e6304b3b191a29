/** What an authenticator app is shown: a picture to scan, and the same secret to type. */
export type Setup = { uri: string; secret: string; qr: { size: number; path: string }; backupCodes: string[] };

/** One path of the dark fields of a code, row by row, with one unit per field. */
export function qrPath(fields: readonly (readonly boolean[])[]): string {
  return fields
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .filter(Boolean)
    .join('');
}

/** The secret of an authenticator's address in groups of four, to be typed; null when it is not such an address. */
export function secretOf(uri: string): string | null {
  if (!uri.startsWith('otpauth://totp/') || !URL.canParse(uri)) return null;
  const secret = new URL(uri).searchParams.get('secret');
  return secret === null || secret === '' ? null : (secret.match(/.{1,4}/g) ?? []).join(' ');
}
