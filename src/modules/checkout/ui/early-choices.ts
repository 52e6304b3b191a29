/**
 * Repeats choices that were made in the server-rendered form before hydration. The DOM shows them,
 * but React does not know them.
 */
export function answerEarlyChoices(form: HTMLFormElement | null): void {
  for (const box of form?.querySelectorAll<HTMLInputElement>('input:is([type=radio], [type=checkbox])') ?? []) {
    const { checked, defaultChecked, type } = box;
    if (checked === defaultChecked || (type === 'radio' && !checked)) continue;
    box.checked = defaultChecked;
    box.click();
  }
}
