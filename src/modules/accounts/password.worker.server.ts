import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

import { serveThread } from '#platform/thread.server.ts';

import type { ToJudge, Verdict } from './password-judge.server.ts';

const zxcvbn = new ZxcvbnFactory({
  dictionary: { passwords: dictionary['passwords-common'] },
  graphs: adjacencyGraphs,
});

serveThread(({ texts, words }: ToJudge) =>
  texts.map((text): Verdict => {
    const { guesses, sequence } = zxcvbn.check(text, words);
    const ofWords = sequence.filter(({ dictionaryName }) => dictionaryName === 'userInputs');
    return { guesses, isWord: sequence.length === 1 && ofWords.length === 1, usesWords: ofWords.length > 0 };
  }),
);
