import { useCallback, useId, useRef, useState, type KeyboardEvent } from 'react';

import { maxCodeLength } from '../code-format.ts';
import { dollarsToCents, formatUsd } from '#shared/money.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { focusIfLost } from '#ui/focus.ts';
import { CloseIcon } from '#ui/icons.tsx';
import { useInterval } from '#ui/timers.ts';
import { toast } from '#ui/toast.tsx';

import { maxAttempts, submitCode, type ApplyCode } from './try-code.ts';
import type { Refusal } from '#ui/refusal.ts';

type Applied = { code: string; name: string; amount: number };

type DiscountWidgetProps = {
  applied: Applied | null;
  /** Message if no code can be applied now, else null. */
  closed: string | null;
  onApply: ApplyCode;
  /** Removes the applied code. Resolves to null on success. */
  onRemove: () => Promise<Refusal | null>;
};

function AppliedCode({ applied, onRemove }: { applied: Applied; onRemove: () => void }) {
  const saved = formatUsd(dollarsToCents(applied.amount));
  return (
    <div className="flex items-center gap-4 rounded-2xl border border-leaf/40 bg-white p-4">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="rounded-full bg-petal px-3 py-1 text-sm font-medium tracking-wide text-wine">
            {applied.code}
          </span>
          <span>{applied.name}</span>
        </p>
        <p className="mt-1.5 text-sm font-medium text-leaf">{`Discount: -${saved}`}</p>
      </div>
      <IconButton label={`Remove discount code ${applied.code}`} onClick={onRemove}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}

/** Lockout, in seconds, if the server does not state one. */
const lockoutSeconds = 15 * 60;

/** Minutes until the lockout ends, and a function that starts it. Calls `onEnd` when it ends. */
function useLockout(onEnd: () => void) {
  const [until, setUntil] = useState<number | null>(null);
  const [minutes, setMinutes] = useState(0);
  const tick = () => {
    const left = Math.ceil(((until ?? 0) - performance.now()) / 60_000);
    setMinutes(left);
    if (left > 0) return;
    setUntil(null);
    onEnd();
  };
  useInterval(tick, until === null ? null : 1_000);
  const lock = (seconds: number) => {
    setUntil(performance.now() + seconds * 1_000);
    setMinutes(Math.ceil(seconds / 60));
  };
  return { minutes, lock };
}

/**
 * Code entry field, replaced by the applied code and its amount. Allows three attempts until a code
 * is removed.
 */
export function DiscountWidget({ applied, closed, onApply, onRemove }: DiscountWidgetProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [used, setUsed] = useState(0);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const { minutes, lock } = useLockout(() => setUsed(0));
  const isSpent = used >= maxAttempts;
  const hasActed = useRef(false);
  // Keeps the focus here, because the pressed button disappears after its action.
  const focusBox = useCallback((box: HTMLDivElement | null) => {
    if (box === null) return;
    if (hasActed.current) box.focus();
    hasActed.current = false;
  }, []);

  const apply = async () => {
    setBusy(true);
    hasActed.current = true;
    const tried = await submitCode({ typed, used, apply: onApply, closed });
    setBusy(false);
    const waits = tried.waitSeconds ?? 0;
    const tries = waits > 0 ? maxAttempts : used + 1;
    if (tried.counts) setUsed(tries);
    if (tried.counts && tries === maxAttempts) lock(waits || lockoutSeconds);
    if (tried.applied) setTyped('');
    setError(tried.applied ? undefined : tried.message.description);
    // The button was disabled while busy and has lost the focus.
    if (!tried.applied) focusIfLost(document.getElementById(id));
    toast(tried.message);
  };
  const remove = async () => {
    hasActed.current = true;
    const refusal = await onRemove();
    if (refusal !== null) {
      toast({ title: 'Error', description: refusal.message, destructive: true });
      return;
    }
    setUsed(0);
    setError(undefined);
    toast({ title: 'Discount Removed', description: 'Discount code has been removed from your order' });
  };
  if (applied !== null) {
    return (
      <div key="applied" ref={focusBox} tabIndex={-1} className="outline-none">
        <AppliedCode applied={applied} onRemove={() => void remove()} />
      </div>
    );
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (!busy) void apply();
  };
  return (
    <div key="entry" ref={focusBox} tabIndex={-1} className="outline-none">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <Field
            id={id}
            label="Code (optional)"
            value={typed}
            error={error}
            maxLength={maxCodeLength}
            autoComplete="off"
            enterKeyHint="done"
            autoCapitalize="characters"
            spellCheck={false}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              setTyped(event.target.value);
              setError(undefined);
            }}
          />
        </div>
        <Button
          look="second"
          className="mt-6.5 in-data-dense:mt-0.75"
          busy={busy}
          disabled={typed.trim() === '' || isSpent || busy}
          onClick={() => void apply()}
        >
          Apply
        </Button>
      </div>
      <p className="mt-1 text-sm text-soft" aria-live="polite">
        {`${used}/${maxAttempts} attempts used${
          isSpent && minutes > 0
            ? `. To keep codes safe, the next one can be tried in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
            : ''
        }`}
      </p>
    </div>
  );
}
