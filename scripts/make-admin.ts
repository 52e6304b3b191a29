import { emailProblem } from '#modules/accounts/sign-in.ts';

import { CommandError, runCommand, printLine } from '../src/operate/run-command.server.ts';

const form = {
  usage: 'npm run make-admin -- [--reset-second-factor] owner@example.com',
  missing: 'Enter the admin’s email address',
  options: { 'reset-second-factor': { type: 'boolean', default: false } },
} as const;

await runCommand(form, async ({ word, values }) => {
  const email = word.trim().toLowerCase();
  if (emailProblem(email) !== null) throw new CommandError(`${form.missing}: ${form.usage}`);
  if (values['reset-second-factor'] === true) {
    const { resetLostSecondFactor } = await import('../src/operate/lost-second-factor.server.ts');
    printLine(await resetLostSecondFactor(email));
  } else {
    const { makeAdmin } = await import('../src/operate/make-admin.server.ts');
    printLine(await makeAdmin(email));
  }
  return 0;
});
