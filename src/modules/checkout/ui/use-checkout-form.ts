import { useEffectEvent, useLayoutEffect, useState } from 'react';

import { stripInvisible } from '#shared/clean-text.ts';
import type { Refusal } from '#ui/refusal.ts';
import { useTimeout } from '#ui/timers.ts';
import { useOnHydrated } from '#ui/use-hydrated.ts';
import { useWindowEvent } from '#ui/window-event.ts';

import { loadForm, saveForm, initialForm, type CheckoutForm, type Prefill } from './form-storage.ts';
import { formIssues } from './payment-checks.ts';

const saveDelayMs = 300;
const autofillDelayMs = 750;

/** Fields that only the server can validate, by the reason of its refusal. */
const refusedFields: Record<string, string> = {
  phone_unusable: 'contact-phone',
  address_doubted: 'shipping-postalCode',
  country_not_sold: 'shipping-country',
};

/** Returns the text that a refusal is about. The refusal ends when it changes. */
function judgedText(id: string, { contact, shipping }: CheckoutForm): string {
  const { postalCode, city, state, country } = shipping;
  return [id === 'contact-phone' ? contact.phone : [postalCode, city, state], country].join('\n');
}

/** Field errors from the server, and the shopper's confirmation of a doubted address. */
function useRefusedField(form: CheckoutForm) {
  const [refused, setRefused] = useState({ id: '', sentence: '', of: '' });
  const [confirmedText, setSureOf] = useState('');
  const addressText = judgedText('shipping-postalCode', form);
  const isCurrent = refused.id !== '' && refused.of === judgedText(refused.id, form);
  const isDoubted = isCurrent && refused.id === 'shipping-postalCode';
  const isSure = confirmedText === addressText;
  return {
    /**
     * Stores a refusal beside its field and returns the field's id. Null if it concerns the whole
     * form.
     */
    refuse({ reason, message }: Refusal): string | null {
      const id = refusedFields[reason] ?? null;
      if (id !== null) setRefused({ id, sentence: message, of: judgedText(id, form) });
      return id;
    },
    refusalOf: (id: string) =>
      isCurrent && refused.id === id && !(isDoubted && isSure) ? refused.sentence : undefined,
    address: { isAsked: isDoubted || isSure, isSure, answer: (sure: boolean) => setSureOf(sure ? addressText : '') },
  };
}

/**
 * Returns field values of a group that differ from the known ones, because they were filled in
 * without an event.
 */
function unreportedFields(group: string, known: Record<string, string | undefined>): Record<string, string> {
  const fields = Object.keys(known).map((name) => [name, document.getElementById(`${group}-${name}`)] as const);
  return Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      return isField && field.value !== (known[name] ?? '') ? [[name, stripInvisible(field.value)]] : [];
    }),
  );
}

/** Returns the stored form, overridden by what was typed before hydration. */
function restoredForm(prefill: Prefill, sold: readonly string[]): CheckoutForm {
  const sent = initialForm(prefill, sold);
  const { contact, shipping, ...others } = loadForm(prefill, sold);
  return {
    ...others,
    contact: { ...contact, ...unreportedFields('contact', sent.contact) },
    shipping: { ...shipping, ...unreportedFields('shipping', sent.shipping) },
  };
}

/**
 * The form: restored on arrival, then saved 300 ms after each change, again at 750 ms for autofill,
 * and on leaving.
 */
export function useCheckoutForm(prefill: Prefill, shippingCountries: readonly string[]) {
  const [form, setForm] = useState<CheckoutForm>(() => initialForm(prefill, shippingCountries));
  // Runs before the next render, in which React overwrites the DOM values with its state.
  useOnHydrated(() => setForm(restoredForm(prefill, shippingCountries)));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const save = () => saveForm(form);
  useTimeout(save, saveDelayMs, form);
  useTimeout(save, autofillDelayMs, form);
  useWindowEvent('pagehide', save);
  const saveNow = useEffectEvent(save);
  // Saves before the parent's cleanup, which drops the saved form if the cart is empty.
  useLayoutEffect(() => () => saveNow(), []);
  const issues = formIssues(form);
  const { refuse, refusalOf, address } = useRefusedField(form);
  /** Reads all fields before a press, because a script may fill them without an event. */
  const readFields = () => {
    for (const group of ['contact', 'shipping', 'billing'] as const) {
      const found = unreportedFields(group, form[group]);
      if (Object.keys(found).length > 0) setForm((before) => ({ ...before, [group]: { ...before[group], ...found } }));
    }
  };
  const leave = (id: string) => setLeft((before) => new Set(before).add(id));
  return {
    form,
    issues,
    /** Countries to which the order can be sent. */
    shippingCountries,
    /**
     * Accepts a part or a function of the newest form, because autofill changes many fields before
     * the next render.
     */
    change: (next: Partial<CheckoutForm> | ((before: CheckoutForm) => Partial<CheckoutForm>)) =>
      setForm((before) => ({ ...before, ...(typeof next === 'function' ? next(before) : next) })),
    readFields,
    hasLeft: (id: string) => left.has(id),
    leave,
    /** Binds a field to the form. `set` receives the typed text. */
    bind: (id: string, value: string, set: (typed: string) => void) => ({
      id,
      value,
      /** Shows errors only for fields that were left once, and refusals of the server. */
      error: (left.has(id) ? issues[id] : undefined) ?? refusalOf(id),
      enterKeyHint: 'next' as const,
      onBlur: () => leave(id),
      onChange: (event: { target: { value: string } }) => set(event.target.value),
    }),
    refuse,
    /** The question about a doubted delivery address, and its answer. */
    sureOfAddress: address,
    leaveAll: () => setLeft(new Set(Object.keys(issues))),
  };
}

export type CheckoutFormState = ReturnType<typeof useCheckoutForm>;
