import { useEffect } from 'react';

import { createStore } from './store.ts';

type Control = HTMLInputElement | HTMLTextAreaElement;

/** Attribute of a form whose typed text is work: the page asks before it is lost. */
export const workForm = { 'data-work': '' };

type Typed = {
  control: Control;
  /** Id of the form. */
  form: string;
  before: string;
  now: string;
  /** Text that was last sent. Null until then. */
  sent: string | null;
};

/** Typed texts by the id of their field, which outlives its element. */
const typed = new Map<string, Typed>();
/** Number of editors that are about to save what was typed. */
const savingEditors = createStore(() => 0, 0);
let isSending = false;

const texts = new Set(['text', 'email', 'tel', 'url', 'number', 'date', 'datetime-local', 'textarea']);
const isWork = (form: HTMLFormElement | null): form is HTMLFormElement => form?.dataset.work !== undefined;
/** Id of a form. Its property is a field if one has the name "id". */
const idOf = (form: HTMLFormElement | null) => form?.getAttribute('id') ?? '';
const isText = (target: unknown): target is Control =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
  target.id !== '' &&
  texts.has(target.type);

/** Text of a field before it was edited, while an event that edits it is being handled. */
const textBefore = ({ defaultValue }: Control) => defaultValue;

function record(control: Control, before: string): void {
  const known = typed.get(control.id);
  const form = idOf(control.form);
  typed.set(control.id, { form, before, sent: null, ...known, control, now: control.value });
}

function onInput({ target }: Event): void {
  if (isText(target) && isWork(target.form)) record(target, textBefore(target));
}

/** Records what a paste changes, which may be several fields of the form. */
function onPaste({ target }: Event): void {
  if (!isText(target) || !isWork(target.form)) return;
  const before = [...target.form.elements].filter(isText).map((control) => [control, control.value] as const);
  setTimeout(() => {
    for (const [control, text] of before) if (control.isConnected && control.value !== text) record(control, text);
  });
}

function onSubmit({ target }: Event): void {
  if (!(target instanceof HTMLFormElement) || !isWork(target)) return;
  for (const one of typed.values()) if (one.form === idOf(target)) one.sent = one.now;
  isSending = true;
  setTimeout(() => (isSending = false));
}

/** Starts to follow what is typed, also before now. Returns how to stop. */
export function followTypedText(): () => void {
  for (const control of document.querySelectorAll('input, textarea'))
    if (isText(control) && isWork(control.form) && control.value !== textBefore(control))
      record(control, textBefore(control));
  // On the window, so that a controlled field still has its text before the event.
  const follow = [
    ['input', onInput],
    ['paste', onPaste],
    ['submit', onSubmit],
  ] as const;
  for (const [name, listener] of follow) window.addEventListener(name, listener, true);
  return () => {
    for (const [name, listener] of follow) window.removeEventListener(name, listener, true);
    typed.clear();
  };
}

function controlOf(id: string, { control }: Typed): Control | null {
  if (control.isConnected) return control;
  const other = document.getElementById(id);
  return isText(other) ? other : null;
}

const isChanged = (id: string, one: Typed) => (controlOf(id, one)?.value ?? one.before) !== one.before;

/** True if leaving the page would lose text of a form. */
export const isFormUnsaved = () => [...typed].some(([id, one]) => isChanged(id, one));

/** True if leaving the page would lose typed text. Sending a form does not lose it. */
export const isTextUnsaved = () => !isSending && (savingEditors.get() > 0 || isFormUnsaved());

/** Forgets the sent text of a form that was accepted. Text typed meanwhile stays unsaved. */
export function acceptTypedText(form: string): void {
  for (const [id, one] of typed) {
    if (one.form !== form || one.sent === null) continue;
    if (one.sent === one.now) typed.delete(id);
    else typed.set(id, { ...one, before: one.sent, sent: null });
  }
}

/** Refills fields whose elements were replaced, for example because another form was saved. */
export function restoreTypedText(): void {
  for (const [id, one] of typed) {
    const control = controlOf(id, one);
    if (control === null || control === one.control) continue;
    typed.set(id, { ...one, control });
    // As typing does, so that React notices the change.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, one.now);
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

export const forgetTypedText = () => typed.clear();

/** Makes the page ask while an editor that saves itself has not saved yet. */
export function useUnsavedEditor(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    savingEditors.set(savingEditors.get() + 1);
    return () => savingEditors.set(savingEditors.get() - 1);
  }, [isUnsaved]);
}

/** True while an editor has not saved yet. */
export const useIsEditorUnsaved = () => savingEditors.use() > 0;
