import { useEffect, useEffectEvent, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useFetcher } from 'react-router';

import type { ApiAnswer } from '#ui/call-api.ts';

import { ConfirmPassword } from './confirm-password.tsx';

const wanted = 'confirm_password';

type Confirmed = {
  /** To be rendered once, outside of forms: the question itself. */
  dialog: ReactNode;
  /** Asks for the password; false when the person would rather not. */
  ask(): Promise<boolean>;
  /** Makes a call and, when it wants the password proven, asks for it once and makes the same call again. */
  call<T>(send: () => Promise<ApiAnswer<T>>): Promise<ApiAnswer<T>>;
};

/** For calls that move money or power: `const { call, dialog } = useConfirmed()`. */
export function useConfirmed(): Confirmed {
  const [waiting, setWaiting] = useState<{ settle: (isConfirmed: boolean) => void } | null>(null);
  const ask = () => new Promise<boolean>((settle) => setWaiting({ settle }));
  const end = (isConfirmed: boolean) => {
    waiting?.settle(isConfirmed);
    setWaiting(null);
  };
  return {
    dialog: <ConfirmPassword open={waiting !== null} onEnd={end} />,
    ask,
    async call(send) {
      const answer = await send();
      if (answer.ok || answer.reason !== wanted || !(await ask())) return answer;
      return send();
    },
  };
}

function isWanted(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'refusal' in answer && answer.refusal === wanted;
}

/**
 * The same for forms: `<form method="post" onSubmit={send}>` to an action that answers `refuseUnconfirmed`.
 * The form is sent once more, as it was, when the person has confirmed.
 */
export function useConfirmedForm<T>(action?: string) {
  const fetcher = useFetcher<T>();
  const { ask, dialog } = useConfirmed();
  const sent = useRef<FormData | null>(null);
  const { data, submit } = fetcher;
  const post = () => void submit(sent.current, { method: 'post', ...(action === undefined ? {} : { action }) });
  const retry = useEffectEvent(() => void ask().then((isConfirmed) => (isConfirmed ? post() : undefined)));
  useEffect(() => {
    if (isWanted(data)) retry();
  }, [data]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    sent.current = new FormData(event.currentTarget, submitter);
    post();
  };
  return { fetcher, send, dialog };
}
