import type { Fields } from '#ui/form-answer.ts';

import { useAnswer } from './use-answer.ts';

/** Name of the checkbox that confirms a doubtful address. */
export const sureField = 'isSure';

/** Checkbox that confirms a doubtful address. Shown only after the question. */
export function SureOfAddress({ form, box }: { form: string; box: Fields['box'] }) {
  if (useAnswer(form)?.question !== 'sure') return null;
  return (
    <label className="col-span-full flex min-h-11 items-center gap-3">
      <input {...box(sureField)} type="checkbox" className="size-5 accent-berry" />
      <span>The address is right</span>
    </label>
  );
}
