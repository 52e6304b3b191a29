import type { Fields } from '#ui/form-answer.ts';

import { useAnswer } from './use-answer.ts';

/** Name of the box by which somebody insists on an address. */
export const sureField = 'isSure';

/** Box by which somebody insists on an address that was asked about; shown once it was. */
export function SureOfAddress({ form, box }: { form: string; box: Fields['box'] }) {
  if (useAnswer(form)?.question !== 'sure') return null;
  return (
    <label className="col-span-full flex min-h-11 items-center gap-3">
      <input {...box(sureField)} type="checkbox" className="size-5 accent-berry" />
      <span>The address is right</span>
    </label>
  );
}
