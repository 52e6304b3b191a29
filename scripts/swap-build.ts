// Replaces the served build with the build in `build/next`. A running shop, and pages that it has
// sent, continue with their own files. Browser files stay in `build/before`; code that is not
// loaded yet stays in place.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const parts = ['client', 'server'];
const [next, now, before] = ['build/next', 'build', 'build/before'];
const code = 'server/assets';
/** File that lists the build's own code files. */
const list = 'server/own-code';

rmSync(before, { force: true, recursive: true });
mkdirSync(before);
const own = readdirSync(join(next, code));
const earlier = existsSync(join(now, list)) ? readFileSync(join(now, list), 'utf8').split('\n') : [];
for (const name of earlier) if (!own.includes(name)) copyFileSync(join(now, code, name), join(next, code, name));
writeFileSync(join(next, list), own.join('\n'));
for (const part of parts) {
  if (existsSync(join(now, part))) renameSync(join(now, part), join(before, part));
  // The first build has no predecessor, but the shop serves the folder anyway.
  else mkdirSync(join(before, part));
  renameSync(join(next, part), join(now, part));
}
rmSync(next, { recursive: true });
