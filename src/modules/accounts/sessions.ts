import type { Device } from '#shared/visit-source.ts';

const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
];

/** The order matters, because most browsers also name their ancestors. */
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const firstMatch = (list: [RegExp, string][], text: string) => list.find(([sign]) => sign.test(text))?.[1];

/** Returns a session's device as text, as far as the user agent tells: 'Safari on iPhone'. */
export function deviceName(userAgent: string | null): string {
  const browser = firstMatch(browsers, userAgent ?? '');
  const system = firstMatch(systems, userAgent ?? '');
  if (browser === undefined) return system ?? 'Unknown device';
  return system === undefined ? browser : `${browser} on ${system}`;
}

const deviceOf: Record<string, Device> = { iPhone: 'phone', iPad: 'tablet', Android: 'phone' };

/** Returns the kind of device that a user agent names. Null if it names no known system. */
export function deviceKind(userAgent: string): Device | null {
  const system = firstMatch(systems, userAgent);
  if (system === undefined) return null;
  // Phones with Android say "Mobile", tablets do not.
  return system === 'Android' && !userAgent.includes('Mobile') ? 'tablet' : (deviceOf[system] ?? 'desktop');
}

/** Paths that open pages poll. They are not a sign of activity. */
const polled = new Set(['/admin.data', '/admin/orders.data', '/api/newest-order']);

/** Minimum interval between two writes of a session's last activity, in seconds. */
const touchedSeconds = 60;

type Use = { path: string; idleSeconds: number; idleMinutes: number };

/** Returns the effect of a request on an admin session that was last used `idleSeconds` ago. */
export function sessionActivity({ path, idleSeconds, idleMinutes }: Use): 'end' | 'touch' | 'none' {
  if (idleSeconds > idleMinutes * 60) return 'end';
  return idleSeconds >= touchedSeconds && !polled.has(path) ? 'touch' : 'none';
}
