// Run after a change of the lockfile. Adds entries of optional packages for other platforms that
// the registry in use did not offer, so that `npm ci` accepts the lockfile everywhere.
// Usage: node scripts/complete-lock.mjs
import { readFileSync, writeFileSync } from 'node:fs';

const file = 'package-lock.json';
const lock = JSON.parse(readFileSync(file, 'utf8'));
const { packages } = lock;

function resolved(from, name) {
  for (let at = from; ;) {
    const key = `${at ? `${at}/` : ''}node_modules/${name}`;
    if (packages[key]) return key;
    if (!at) return null;
    const parent = at.lastIndexOf('/node_modules/');
    at = parent < 0 ? '' : at.slice(0, parent);
  }
}

function platformEntry(name, version) {
  const os = /(android|darwin|freebsd|netbsd|openbsd|openharmony|linux|win32|sunos|aix|wasm32)/.exec(name)?.[1];
  if (os === undefined || !/^\d/.test(version)) return null;
  const cpu = /(arm64|x64|ia32|riscv64|ppc64|s390x|loong64|mips64el|arm(?!64)|wasm32)/.exec(name)?.[1] ?? 'none';
  const libc = /musl/.test(name) ? { libc: ['musl'] } : /gnu/.test(name) ? { libc: ['glibc'] } : {};
  return { version, cpu: [cpu], optional: true, ...(os === 'wasm32' ? {} : { os: [os] }), ...libc };
}

let added = 0;
for (const [key, entry] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const found = resolved(key, name);
    if (found !== null && (packages[found].version === version || !/^\d/.test(version))) continue;
    const missing = platformEntry(name, version);
    if (missing === null) continue;
    const sibling = `${key.slice(0, key.lastIndexOf('node_modules/'))}node_modules/${name}`;
    packages[packages[sibling] ? `${key}/node_modules/${name}` : sibling] = missing;
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).toSorted(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`added ${added} entries`);
