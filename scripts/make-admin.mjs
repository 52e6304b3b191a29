// Grants the admin role: `npm run make-admin -- owner@example.com`.
import { fail, handOver, setUp } from './setup.mjs';

try {
  await setUp({ withBuild: false });
  handOver(['--disable-warning=ExperimentalWarning', 'scripts/make-admin.ts', ...process.argv.slice(2)], {
    NODE_ENV: 'production',
  });
} catch (error) {
  fail(error);
}
