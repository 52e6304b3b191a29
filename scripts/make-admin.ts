import { emailProblem } from '#modules/accounts/sign-in.ts';

import { CommandProblem, runCommand, say } from '../src/operate/run-command.server.ts';

const form = { usage: 'npm run make-admin -- owner@example.com', missing: 'Give the email address of the new admin' };

await runCommand(form, async ({ word }) => {
  const email = word.trim().toLowerCase();
  if (emailProblem(email) !== null) throw new CommandProblem(`${form.missing}: ${form.usage}`);
  const { makeAdmin } = await import('../src/operate/make-admin.server.ts');
  say(await makeAdmin(email));
  return 0;
});
