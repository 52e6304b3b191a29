import { fail, setUp } from './setup.mjs';

try {
  await setUp({ withBuild: true });
} catch (error) {
  fail(error);
}
