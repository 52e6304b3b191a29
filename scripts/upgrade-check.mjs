import { fail, execNode, setUp } from './setup.mjs';

try {
  await setUp({ withBuild: false });
  execNode(['--import', './scripts/stub-asset-urls.mjs', 'src/operate/upgrade-check.ts', ...process.argv.slice(2)]);
} catch (error) {
  fail(error);
}
