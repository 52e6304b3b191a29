type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (target: unknown): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

const isChecked = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

/**
 * Returns a key that survives replacement of the field's element,
 * or '' for fields that cannot be filled (file, hidden).
 */
function keyOf(control: Control): string {
  if (control.type === 'file' || control.type === 'hidden') return '';
  if (control.id !== '') return control.id;
  return control.name === '' ? '' : `${control.name} ${isChecked(control) ? control.value : ''}`;
}

/** Fills a field as typing does, so that React notices the change. */
function fill(control: Control, { value, checked }: { value: string; checked: boolean }): void {
  if (isChecked(control)) {
    if (control.checked !== checked) control.click();
    return;
  }
  if (control.value === value) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}

/**
 * Remembers the text typed into the page's fields.
 * `restore` refills fields whose elements React replaced,
 * and returns the focus to the field that had it.
 */
export function watchFields() {
  const typed = new Map<string, { control: Control; value: string; checked: boolean }>();
  let focused: Control | null = isControl(document.activeElement) ? document.activeElement : null;
  const controls = () => document.querySelectorAll<Control>('input, textarea, select');
  const remember = (control: Control) => {
    const key = keyOf(control);
    const checked = isChecked(control) && control.checked;
    if (key !== '') typed.set(key, { control, value: control.value, checked });
  };
  const follow = ({ target }: Event) => (isControl(target) ? remember(target) : undefined);
  for (const control of controls()) remember(control);
  addEventListener('input', follow, { capture: true });
  addEventListener('change', follow, { capture: true });
  addEventListener('focusin', ({ target }) => (focused = isControl(target) ? target : null), { capture: true });
  return {
    restore() {
      for (const control of controls()) {
        const before = typed.get(keyOf(control));
        if (before === undefined || before.control.isConnected) continue;
        if (focused === before.control) control.focus();
        fill(control, before);
        remember(control);
      }
    },
  };
}
