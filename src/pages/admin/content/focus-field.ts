const idPrefix = 'content-';

/** Opens the parts around a field, scrolls to it and focuses it. */
export function focusField(path: string): void {
  const field = document.getElementById(idPrefix + path);
  if (field === null) return;
  for (let part = field.closest('details'); part !== null; part = part.parentElement?.closest('details') ?? null) {
    part.open = true;
  }
  field.focus();
  field.scrollIntoView({ block: 'center' });
}

/** Does so for the field that a link's fragment names, such as `#content-hero.title`. */
export function focusFieldOfHash(hash: string): void {
  if (hash.startsWith(`#${idPrefix}`)) focusField(hash.slice(idPrefix.length + 1));
}
