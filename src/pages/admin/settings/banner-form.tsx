import type { Banner } from '#modules/ground/settings/rules.ts';
import { Field } from '#ui/field.tsx';
import type { FormAnswer } from '#ui/form-answer.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { momentText } from '../forms/field-text.ts';

type BannerFormProps = { banner: Banner; stamp: string; answer: FormAnswer | undefined };

/** The campaign, and what stands there without one. */
export function BannerForm({ banner, stamp, answer }: BannerFormProps) {
  const { text, neutralText, startsAt, endsAt } = banner;
  const stored = { text, neutralText, startsAt: momentText(startsAt), endsAt: momentText(endsAt) };
  return (
    <ActionForm name="banner" answer={answer} submit="Save banner" look="second" stored={stored} hidden={{ stamp }}>
      {({ field }) => (
        <>
          <Field {...field('text')} label="Campaign" maxLength={90} autoComplete="off" />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field {...field('startsAt')} label="From (UTC, optional)" type="datetime-local" />
            <Field {...field('endsAt')} label="Until (UTC)" type="datetime-local" />
          </div>
          <Field {...field('neutralText')} label="At all other times" maxLength={90} autoComplete="off" />
          <p className="text-sm text-soft">
            In a live shop a text that says that something ends is shown only with its end. It makes room 10 minutes
            before, so that no kept page outlives it.
          </p>
        </>
      )}
    </ActionForm>
  );
}
