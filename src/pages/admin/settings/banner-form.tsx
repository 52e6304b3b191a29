import type { Banner } from '#modules/settings/rules.ts';
import { Field } from '#ui/field.tsx';

import { fieldsOf, type Answer } from '../forms/answer.ts';
import { momentText } from '../forms/field-text.ts';
import { SaveForm } from '../forms/save-form.tsx';

type BannerFormProps = { banner: Banner; stamp: string; answer: Answer | undefined };

/** The campaign, and what stands there without one. */
export function BannerForm({ banner, stamp, answer }: BannerFormProps) {
  const field = fieldsOf('banner', answer, {
    text: banner.text,
    neutralText: banner.neutralText,
    startsAt: momentText(banner.startsAt),
    endsAt: momentText(banner.endsAt),
  });
  return (
    <SaveForm name="banner" label="Save banner" look="second" values={{ stamp }}>
      <Field {...field('text')} label="Campaign" maxLength={90} autoComplete="off" />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...field('startsAt')} label="From (UTC, optional)" type="datetime-local" />
        <Field {...field('endsAt')} label="Until (UTC)" type="datetime-local" />
      </div>
      <Field {...field('neutralText')} label="At all other times" maxLength={90} autoComplete="off" />
      <p className="text-sm text-soft">
        In a live shop a text that says that something ends is shown only with its end. It makes room 10 minutes before,
        so that no kept page outlives it.
      </p>
    </SaveForm>
  );
}
