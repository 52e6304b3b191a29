type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (target: unknown): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

const isChecked = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

/** Name of a field that stays the same when its element is replaced; empty for files, which cannot be filled. */
function keyOf(control: Control): string {
  if (control.type === 'file' || control.type === 'hidden') return '';
  if (control.id !== '') return control.id;
  return control.name === '' ? '' : `${control.name} ${isChecked(control) ? control.value : ''}`;
}

/** Fills a field as a hand does, so that React notices. */
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
 * Remembers what is typed into the fields of the page. `restore` fills fields whose elements React has replaced,
 * and gives the focus back to the one that had it.
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
