import { fail, handOver, setUp } from './setup.mjs';

try {
  await setUp({ withBuild: false });
  handOver(['--import', './scripts/without-assets.mjs', 'src/operate/backup.ts', ...process.argv.slice(2)]);
} catch (error) {
  fail(error);
}
