import { guessesLog10 } from '#modules/accounts/passwords.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { StartUpError } from '#platform/env/start-up-error.ts';

/** Words in placeholders and in names that people give a secret. */
const words =
  'change please this example session secret production prod metrics token live key store shop demo server cookie random string private signing purge edge very super long some'.split(
    ' ',
  );

/**
 * Minimum log10 of estimated guesses. 16 random bytes in hex reach 10^28 or more, and 8 random
 * bytes reach 10^12. Words, keyboard rows and repeats stay below.
 */
const minLog10 = { sessionSecret: 26, token: 11.5 };

type Secrets = Pick<Settings, 'sessionSecret' | 'metricsToken' | 'edge'>;

/** Throws a one-sentence error for the operator if a secret of a live shop can be guessed. */
export async function refuseWeakSecrets({ sessionSecret, metricsToken, edge }: Secrets): Promise<void> {
  const secrets: [string, string | undefined, number][] = [
    ['SESSION_SECRET', sessionSecret, minLog10.sessionSecret],
    ['METRICS_TOKEN', metricsToken, minLog10.token],
    ['EDGE_PURGE_TOKEN', edge?.token, minLog10.token],
  ];
  for (const [name, secret, min] of secrets) {
    if (secret === undefined || (await guessesLog10(secret, words)) >= min) continue;
    throw new StartUpError(`${name} is too easy to guess. Generate one with openssl rand -hex 32.`);
  }
}
