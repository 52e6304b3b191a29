import { useRef, useState } from 'react';

import type { PublicSite } from '#modules/content/public-site.ts';
import { useSite } from '#modules/content/ui/use-site.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { PictureDialog } from '#ui/picture-dialog.tsx';

import { percentOf, percentText, withDiscount, type DialogTrigger } from '../email-capture.ts';
import { emailConsent } from '../email-consent.ts';
import { closeCapture, openedBy } from './capture-store.ts';
import { submitCapture } from './submit-capture.ts';

const picture = { src: '/media/head_dusk', width: 1600, height: 1600, focus: 'object-[50%_32%]' };

const busyLabel = 'Securing your discount...';

function Consent() {
  return (
    <p className="text-xs leading-relaxed text-soft">
      {emailConsent.capture}{' '}
      <a href="/privacy-policy" target="_blank" rel="noreferrer" className="underline underline-offset-2">
        Privacy Policy
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
    if (refused !== null) field.current?.querySelector('input')?.focus();
    else setEmail('');
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
          placeholder="you@example.com"
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

/** Returns the dialog's texts by the trigger that opened it. */
function wordsFor(offers: PublicSite['offers'], trigger: DialogTrigger) {
  const words = offers[trigger];
  const discount = percentText(percentOf(trigger));
  const [title, text] = [withDiscount(words.title, discount), withDiscount(words.text, discount)];
  return { ...words, title, text, trigger, picture };
}

export function CaptureModal() {
  const trigger = openedBy.use();
  const { offers } = useSite();
  const words = trigger === null ? null : wordsFor(offers, trigger);
  return (
    <PictureDialog id="capture-title" words={words} close="Close offer" onClose={closeCapture}>
      {words === null ? null : (
        <>
          <AddressForm trigger={words.trigger} action={words.action} />
          <div className="mb-4 mt-2 flex flex-wrap items-center justify-between gap-x-4">
            <p className="rounded-full bg-blush px-4 py-1.5 text-sm text-wine">Expires in 24 hours</p>
            <Button look="quiet" onClick={closeCapture} className="-mr-6 ml-auto sm:-mr-7">
              {words.decline}
            </Button>
          </div>
          <Consent />
        </>
      )}
    </PictureDialog>
  );
}
