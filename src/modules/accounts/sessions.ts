const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
];

/** The order counts: most browsers also name those that they descend from. */
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const named = (list: [RegExp, string][], text: string) => list.find(([sign]) => sign.test(text))?.[1];

/** The device of a session in words, as far as its browser told: 'Safari on iPhone'. */
export function deviceOf(userAgent: string | null): string {
  const browser = named(browsers, userAgent ?? '');
  const system = named(systems, userAgent ?? '');
  if (browser === undefined) return system ?? 'Unknown device';
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** Requests that open pages make by themselves: nobody has to sit in front of them. */
const polled = new Set(['/admin.data', '/admin/orders.data', '/api/newest-order']);

/** Seconds for which the last use of a session is not written again. */
const touchedSeconds = 60;

type Use = { path: string; idleSeconds: number; idleMinutes: number };

/** What a request does to an admin's session that was last used `idleSeconds` ago. */
export function useOfSession({ path, idleSeconds, idleMinutes }: Use): 'end' | 'touch' | 'keep' {
  if (idleSeconds > idleMinutes * 60) return 'end';
  return idleSeconds >= touchedSeconds && !polled.has(path) ? 'touch' : 'keep';
}
