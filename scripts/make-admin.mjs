// Grants the admin role: `npm run make-admin -- owner@example.com`. With `--reset-second-factor` it
// turns off the lost authenticator of that account instead.
import { fail, execNode, setUp } from './setup.mjs';

try {
  await setUp({ withBuild: false });
  const flags = ['--disable-warning=ExperimentalWarning', '--import', './scripts/stub-asset-urls.mjs'];
  execNode([...flags, 'scripts/make-admin.ts', ...process.argv.slice(2)], { NODE_ENV: 'production' });
} catch (error) {
  fail(error);
}
