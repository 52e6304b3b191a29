import { useRef, useState } from 'react';

import { captureOffer } from '#content/capture-offer.ts';
import { capture, captureWords, consent } from '#content/capture.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { CloseIcon } from '#ui/icons.tsx';
import { Picture } from '#ui/picture.tsx';

import { percentOf, percentText, withDiscount, type DialogTrigger } from '../rules.ts';
import { closeCapture, openedBy } from './capture-store.ts';
import { submitCapture } from './submit-capture.ts';

const busyLabel = 'Securing your discount...';

function Consent() {
  return (
    <p className="text-xs leading-relaxed text-soft">
      {consent.text}{' '}
      <a href="/privacy-policy" target="_blank" rel="noreferrer" className="underline underline-offset-2">
        {consent.link}
      </a>
    </p>
  );
}

function AddressForm({ trigger, action }: { trigger: DialogTrigger; action: string }) {
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLDivElement>(null);
  const send = async () => {
    setBusy(true);
    const refused = await submitCapture(trigger, email.trim());
    setBusy(false);
    setProblem(refused);
    if (refused !== null) return field.current?.querySelector('input')?.focus();
    setEmail('');
    closeCapture();
  };
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void send();
      }}
    >
      <div ref={field}>
        <Field
          id="capture-email"
          label="Email address"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          placeholder={captureWords.placeholder}
          value={email}
          readOnly={busy}
          error={problem ?? undefined}
          onChange={(event) => {
            setEmail(event.target.value);
            setProblem(null);
          }}
        />
      </div>
      <Button type="submit" busy={busy} disabled={email.trim() === ''} className="w-full">
        {busy ? busyLabel : action}
      </Button>
      <p role="status" className="sr-only">
        {busy ? busyLabel : problem}
      </p>
    </form>
  );
}

function Offer({ trigger }: { trigger: DialogTrigger }) {
  const { eyebrow, title, text, action, decline } = capture[trigger];
  const discount = percentText(percentOf(trigger, captureOffer));
  return (
    <div className="px-6 pb-7 pt-6 sm:px-10 md:py-12">
      <p className="text-sm font-medium uppercase tracking-[0.18em] text-copper">{eyebrow}</p>
      <h2 id="capture-title" tabIndex={-1} className="mt-3 text-4xl outline-none sm:text-5xl">
        {withDiscount(title, discount)}
      </h2>
      <p className="mb-6 mt-4 text-soft">{text}</p>
      <AddressForm trigger={trigger} action={action} />
      <div className="mb-4 mt-2 flex flex-wrap items-center justify-between gap-x-4">
        <p className="rounded-full bg-blush px-4 py-1.5 text-sm text-wine">{captureWords.expiry}</p>
        <Button look="quiet" onClick={closeCapture} className="-mr-6 ml-auto sm:-mr-7">
          {decline}
        </Button>
      </div>
      <Consent />
    </div>
  );
}

/** Asks for an address and gives a code for it. */
export function CaptureModal() {
  const trigger = openedBy.use();
  return (
    <Dialog
      open={trigger !== null}
      onClose={closeCapture}
      labelledBy="capture-title"
      className="arrive m-auto max-h-[calc(100dvh-2rem)] w-[min(56rem,calc(100vw-2rem))] max-w-none overflow-y-auto rounded-card bg-cream text-ink shadow-lift"
    >
      {trigger === null ? null : (
        <div className="relative grid md:grid-cols-[5fr_6fr]">
          <IconButton
            label="Close offer"
            onClick={closeCapture}
            className="absolute right-3 top-3 z-10 bg-cream/90 text-ink"
          >
            <CloseIcon />
          </IconButton>
          <Picture
            {...captureWords.picture}
            alt=""
            sizes="(min-width: 768px) 26rem, 100vw"
            className="h-36 w-full object-cover sm:h-48 md:h-full"
          />
          <Offer trigger={trigger} />
        </div>
      )}
    </Dialog>
  );
}
