/**
 * Oldest supported version of each browser. Tailwind CSS 4 needs these; the build lowers newer
 * syntax.
 */
export const supportedBrowsers = [
  { name: 'Chrome', target: 'chrome', version: '111' },
  { name: 'Edge', target: 'edge', version: '111' },
  { name: 'Firefox', target: 'firefox', version: '128' },
  { name: 'Safari', target: 'safari', version: '16.4' },
] as const;

/** The same as targets of the build. */
export const buildTargets = supportedBrowsers.map(({ target, version }) => `${target}${version}`);
