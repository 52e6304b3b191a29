/**
 * Chooses once more, in a form that was sent as HTML, what was chosen or ticked before the page ran: it stands there, but the page does
 * not know.
 */
export function answerEarlyChoices(form: HTMLFormElement | null): void {
  for (const box of form?.querySelectorAll<HTMLInputElement>('input:is([type=radio], [type=checkbox])') ?? []) {
    const { checked, defaultChecked, type } = box;
    if (checked === defaultChecked || (type === 'radio' && !checked)) continue;
    box.checked = defaultChecked;
    box.click();
  }
}
