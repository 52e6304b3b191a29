import { useEffectEvent, useLayoutEffect, useState } from 'react';

import { contactIssues } from '../address-check.ts';
import { addressIssues } from '#shared/address.ts';
import { billingIssues } from '#shared/billing.ts';
import { visible } from '#shared/storable.ts';
import { useTimeout } from '#ui/timers.ts';
import { useBegin } from '#ui/use-is-running.ts';
import { useWindowEvent } from '#ui/window-event.ts';

import { loadForm, saveForm, sentForm, type CheckoutForm, type Prefill } from './form-storage.ts';

const saveDelayMs = 300;
const autofillDelayMs = 750;

/** What is wrong with a form, by the id of the field; billing counts only when it differs. */
export function formIssues(form: CheckoutForm): Record<string, string> {
  const groups: [string, Record<string, string | undefined>][] = [
    ['contact', contactIssues(form.contact)],
    ['shipping', addressIssues(form.shipping)],
    ...(form.billingSameAsShipping
      ? []
      : ([['billing', billingIssues(form.billing)]] satisfies [string, Record<string, string | undefined>][])),
  ];
  return Object.fromEntries(
    groups.flatMap(([group, issues]) =>
      Object.entries(issues).flatMap(([name, sentence]) =>
        sentence === undefined ? [] : [[`${group}-${name}`, sentence]],
      ),
    ),
  );
}

/** Fields that the shop alone can judge, by the reason of its refusal. */
const refusedFields: Record<string, string> = {
  phone_unusable: 'contact-phone',
  address_doubted: 'shipping-postalCode',
};

/** Text that a refusal of the shop is about: the refusal is over once it is changed. */
function judgedText(id: string, { contact, shipping }: CheckoutForm): string {
  const { postalCode, city, state, country } = shipping;
  return [id === 'contact-phone' ? contact.phone : [postalCode, city, state], country].join('\n');
}

/** Refusals of single fields by the shop, and whether the shopper is sure of an address that it asked about. */
function useRefusedField(form: CheckoutForm) {
  const [refused, setRefused] = useState({ id: '', sentence: '', of: '' });
  const [sureOf, setSureOf] = useState('');
  const place = judgedText('shipping-postalCode', form);
  const isCurrent = refused.id !== '' && refused.of === judgedText(refused.id, form);
  const isAsked = isCurrent && refused.id === 'shipping-postalCode';
  const isSure = sureOf === place;
  return {
    /** Keeps the sentence of a refusal beside its field, whose id it returns; null for a refusal of the whole form. */
    refuse({ reason, message }: { reason: string; message: string }): string | null {
      const id = refusedFields[reason] ?? null;
      if (id !== null) setRefused({ id, sentence: message, of: judgedText(id, form) });
      return id;
    },
    refusalOf: (id: string) => (isCurrent && refused.id === id && !(isAsked && isSure) ? refused.sentence : undefined),
    address: { isAsked: isAsked || isSure, isSure, answer: (sure: boolean) => setSureOf(sure ? place : '') },
  };
}

/** What stands in the fields of a group other than what is known of them: filled in without the page having been told. */
function unheard(group: string, known: Record<string, string | undefined>): Record<string, string> {
  const fields = Object.keys(known).map((name) => [name, document.getElementById(`${group}-${name}`)] as const);
  return Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      return isField && field.value !== (known[name] ?? '') ? [[name, visible(field.value)]] : [];
    }),
  );
}

/** The form as it was kept, and over it what was typed before the page ran. */
function restoredForm(prefill: Prefill): CheckoutForm {
  const sent = sentForm(prefill);
  const { contact, shipping, ...others } = loadForm(prefill);
  return {
    ...others,
    contact: { ...contact, ...unheard('contact', sent.contact) },
    shipping: { ...shipping, ...unheard('shipping', sent.shipping) },
  };
}

/** The typed form: restored on arrival, saved 300 ms after each change, once more 750 ms after an autofill, and on leaving. */
export function useCheckoutForm(prefill: Prefill) {
  const [form, setForm] = useState<CheckoutForm>(() => sentForm(prefill));
  // Before the page is drawn again: React then writes what it knows over what stands in a field.
  useBegin(() => setForm(restoredForm(prefill)));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const save = () => saveForm(form);
  useTimeout(save, saveDelayMs, form);
  useTimeout(save, autofillDelayMs, form);
  useWindowEvent('pagehide', save);
  const saveNow = useEffectEvent(save);
  // Before the page around it is told that it is left: with an empty cart that forgets what was saved.
  useLayoutEffect(() => () => saveNow(), []);
  const issues = formIssues(form);
  const { refuse, refusalOf, address } = useRefusedField(form);
  /** Before something is pressed: a script may fill fields without any event. */
  const readFields = () => {
    for (const group of ['contact', 'shipping', 'billing'] as const) {
      const found = unheard(group, form[group]);
      if (Object.keys(found).length > 0) setForm((before) => ({ ...before, [group]: { ...before[group], ...found } }));
    }
  };
  const leave = (id: string) => setLeft((before) => new Set(before).add(id));
  return {
    form,
    issues,
    /** Takes a part, or what makes it from the newest form: an autofill changes many fields before the next drawing. */
    change: (next: Partial<CheckoutForm> | ((before: CheckoutForm) => Partial<CheckoutForm>)) =>
      setForm((before) => ({ ...before, ...(typeof next === 'function' ? next(before) : next) })),
    readFields,
    hasLeft: (id: string) => left.has(id),
    leave,
    /** What ties a field to the form: `set` is told what was typed. */
    bind: (id: string, value: string, set: (typed: string) => void) => ({
      id,
      value,
      /** Errors are shown for fields that were left once, and refusals of the shop. */
      error: (left.has(id) ? issues[id] : undefined) ?? refusalOf(id),
      enterKeyHint: 'next' as const,
      onBlur: () => leave(id),
      onChange: (event: { target: { value: string } }) => set(event.target.value),
    }),
    refuse,
    /** The question whether the delivery address is right, and its answer. */
    sureOfAddress: address,
    leaveAll: () => setLeft(new Set(Object.keys(issues))),
  };
}

export type CheckoutFormState = ReturnType<typeof useCheckoutForm>;
