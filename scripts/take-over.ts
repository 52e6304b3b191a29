// Puts the build in `build/next` in the place of the one that is served. A shop that runs meanwhile, and the pages that it has sent, go
// on with their own files: those for browsers stay in `build/before`, code that was not read yet stays where it was.
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
/** Names the files of a build's code that are its own. */
const list = 'server/own-code';

rmSync(before, { force: true, recursive: true });
mkdirSync(before);
const own = readdirSync(join(next, code));
const earlier = existsSync(join(now, list)) ? readFileSync(join(now, list), 'utf8').split('\n') : [];
for (const name of earlier) if (!own.includes(name)) copyFileSync(join(now, code, name), join(next, code, name));
writeFileSync(join(next, list), own.join('\n'));
for (const part of parts) {
  if (existsSync(join(now, part))) renameSync(join(now, part), join(before, part));
  // The first build has none before it: the shop serves the folder all the same.
  else mkdirSync(join(before, part));
  renameSync(join(next, part), join(now, part));
}
rmSync(next, { recursive: true });
