import { testCards } from '../cards.ts';
import { codeProblem, digitsOf, expiryProblem, expiryText, grouped, numberProblem } from './card-fields.ts';
import { element, emitter, shadowHost } from './dom.ts';

type Failure = { type: string; code?: string; message: string };

type FieldOptions = {
  id: string;
  label: string;
  autocomplete: string;
  placeholder: string;
  maxDigits: number;
  format: (digits: string) => string;
  problem: (text: string) => string;
  wide?: boolean;
};

function field(options: FieldOptions, changed: () => void) {
  const input = element('input', {
    id: options.id,
    name: options.id,
    inputmode: 'numeric',
    autocomplete: options.autocomplete,
    placeholder: options.placeholder,
    'aria-describedby': `${options.id}-error`,
  });
  const error = element('p', { id: `${options.id}-error`, class: 'error' });
  const show = () => {
    const problem = options.problem(input.value);
    error.textContent = problem;
    input.setAttribute('aria-invalid', String(problem !== ''));
    return problem;
  };
  input.addEventListener('input', () => {
    // Reformatting would move the caret.
    const isCaretMidText = input.selectionStart !== input.value.length;
    if (!isCaretMidText) input.value = options.format(digitsOf(input.value).slice(0, options.maxDigits));
    if (options.problem(input.value) === '') show();
    changed();
  });
  input.addEventListener('blur', () => input.value !== '' && show());
  const label = element('label', { for: options.id }, options.label);
  const box = element('div', options.wide === true ? { class: 'wide' } : {}, label, input, error);
  return { box, input, show, isComplete: () => options.problem(input.value) === '' };
}

function cardHelp() {
  const list = element('ul', {});
  for (const card of testCards) list.append(element('li', {}, `${grouped(card.number)} ${card.name}`));
  return element('details', {}, element('summary', {}, 'Sandbox: 4242 4242 4242 4242 pays. Other test cards'), list);
}

/** Card form. The number is sent to the sandbox and stored nowhere. */
export function cardForm() {
  const events = emitter();
  const changed = () => events.emit('change', { elementType: 'payment', complete: isComplete(), empty: isEmpty() });
  const number = field(
    {
      id: 'sandbox-card-number',
      label: 'Card number',
      autocomplete: 'cc-number',
      placeholder: '1234 1234 1234 1234',
      maxDigits: 19,
      format: grouped,
      problem: numberProblem,
      wide: true,
    },
    changed,
  );
  const expiry = field(
    {
      id: 'sandbox-card-expiry',
      label: 'Expiration date',
      autocomplete: 'cc-exp',
      placeholder: 'MM / YY',
      maxDigits: 4,
      format: expiryText,
      problem: expiryProblem,
    },
    changed,
  );
  const code = field(
    {
      id: 'sandbox-card-code',
      label: 'Security code',
      autocomplete: 'cc-csc',
      placeholder: 'CVC',
      maxDigits: 4,
      format: (digits) => digits,
      problem: codeProblem,
    },
    changed,
  );
  const fields = [number, expiry, code];
  const isComplete = () => fields.every((one) => one.isComplete());
  const isEmpty = () => fields.every((one) => one.input.value === '');
  const { host, root } = shadowHost();
  root.append(element('div', { class: 'grid' }, ...fields.map((one) => one.box)), cardHelp());
  const check = (): Failure | undefined => {
    const shown = fields.map((one) => ({ one, problem: one.show() }));
    const first = shown.find(({ problem }) => problem !== '');
    if (first === undefined) return undefined;
    first.one.input.focus();
    return { type: 'validation_error', code: 'incomplete', message: first.problem };
  };
  return { host, root, events, check, number: () => digitsOf(number.input.value), focus: () => number.input.focus() };
}

export type CardForm = ReturnType<typeof cardForm>;
