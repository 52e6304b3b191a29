import { Link } from 'react-router';

import { Field } from '#ui/field.tsx';
import { answerOf, type FormAnswer } from '#ui/form-answer.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { AskOnce } from '../forms/ask-once.tsx';
import { Badge, type Tone } from '../parts/badge.tsx';
import type { Item, ItemState } from './rules.ts';

const states: Record<ItemState, { tone: Tone; label: string }> = {
  done: { tone: 'good', label: 'Done' },
  missing: { tone: 'warn', label: 'Missing' },
  unknown: { tone: 'plain', label: 'Could not be checked' },
};

function Confirm({ item: { id, title }, answer }: { item: Item; answer: FormAnswer | undefined }) {
  return (
    <details open={answerOf(answer, 'confirm', id)?.ok === false}>
      <summary className="inline-flex min-h-11 list-none items-center text-berry underline-offset-4 hover:underline [&::-webkit-details-marker]:hidden">
        Confirm<span className="sr-only"> {title}</span>…
      </summary>
      <ActionForm name="confirm" id={id} answer={answer} submit="Confirm" look="second" className="mt-2">
        {({ field }) => (
          <Field
            {...field('note')}
            label="Where the proof is, or who has checked it"
            maxLength={300}
            autoComplete="off"
          />
        )}
      </ActionForm>
    </details>
  );
}

type LaunchItemProps = { item: Item; isTicked: boolean; answer: FormAnswer | undefined };

/** One line of the checklist, and where to do something about it. */
export function LaunchItem({ item, isTicked, answer }: LaunchItemProps) {
  const { id, title, state, detail, hasTick, to } = item;
  const { tone, label } = states[state];
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 font-medium break-words">
          {to === undefined ? (
            title
          ) : (
            <Link to={to} className="py-1 text-berry underline underline-offset-4">
              {title}
            </Link>
          )}
        </p>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="break-words text-soft first-letter:uppercase">{detail}</p>
      {hasTick && !isTicked ? <Confirm item={item} answer={answer} /> : null}
      {isTicked ? (
        <AskOnce label="Take back…" question="The item counts as missing again. Take your word back?">
          <ActionForm name="take_back" id={id} submit="Take back" look="second" />
        </AskOnce>
      ) : null}
    </li>
  );
}
