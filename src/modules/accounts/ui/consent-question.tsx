import { useState } from 'react';
import { Link } from 'react-router';

import { Button } from '#ui/button.tsx';
import { Dialog, DialogHead } from '#ui/dialog.tsx';

import { consentTexts as texts } from '../consent-texts.ts';
import { closeChoices, decide, hasPrivacySignal, openChoices, useConsent } from './consent-store.ts';

/**
 * Shows the question at the edge of the page. Yes and no have equal weight, and the page remains
 * usable.
 */
function Banner() {
  return (
    <section
      aria-labelledby="consent-title"
      className="consent-banner fixed inset-x-3 bottom-3 z-40 mx-auto max-w-3xl rounded-card border border-line bg-white p-5 shadow-lift sm:p-6"
    >
      <h2 id="consent-title" className="text-2xl">
        {texts.title}
      </h2>
      <p className="mt-2 text-sm text-soft">{texts.text}</p>
      <div className="mt-4 grid grid-cols-3 gap-2 sm:gap-3 *:px-2">
        <Button look="second" onClick={() => decide(false)}>
          {texts.reject}
        </Button>
        <Button look="second" onClick={() => decide(true)}>
          {texts.accept}
        </Button>
        <Button look="second" onClick={openChoices}>
          {texts.choose}
        </Button>
      </div>
    </section>
  );
}

const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

type SwitchProps = { id: string; title: string; text: string; checked: boolean; onChange?: (on: boolean) => void };

function Switch({ id, title, text, checked, onChange }: SwitchProps) {
  return (
    <div className="flex gap-4 rounded-card border border-line bg-white p-4">
      <input
        type="checkbox"
        id={id}
        checked={checked}
        disabled={onChange === undefined}
        onChange={(event) => onChange?.(event.target.checked)}
        aria-describedby={`${id}-text`}
        className="mt-1 size-6 shrink-0 accent-berry"
      />
      <div>
        <label htmlFor={id} className="font-medium">
          {title}
        </label>
        <p id={`${id}-text`} className="text-sm text-soft">
          {text}
        </p>
      </div>
    </div>
  );
}

function Choices() {
  const { decided } = useConsent();
  const [ads, setAds] = useState(decided?.ads ?? false);
  const isForbidden = hasPrivacySignal();
  return (
    <form
      className="mt-4 space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        decide(ads && !isForbidden);
      }}
    >
      <Switch id="consent-needed" {...texts.needed} checked />
      <Switch
        id="consent-ads"
        {...texts.ads}
        checked={ads && !isForbidden}
        {...(isForbidden ? {} : { onChange: setAds })}
      />
      {isForbidden ? <p className="text-sm">{texts.signal}</p> : null}
      {decided === null ? null : (
        <p className="text-sm text-soft">{`${texts.decided} ${inWords.format(new Date(decided.at))}`}</p>
      )}
      <Button type="submit" className="w-full">
        {texts.save}
      </Button>
    </form>
  );
}

export type ConsentQuestionProps = {
  /** True when there is something to choose. */
  asks: boolean;
  /** True when the question appears without a press. */
  isAsked: boolean;
};

/**
 * Shows the privacy choices in a banner, and in a dialog opened from the banner or the footer that
 * restores the focus.
 */
export function ConsentQuestion({ asks, isAsked: isPrompted }: ConsentQuestionProps) {
  const { isChoosing } = useConsent();
  return (
    <>
      {isPrompted ? <Banner /> : null}
      <Dialog
        open={isChoosing}
        onClose={closeChoices}
        labelledBy="choices-title"
        className="arrive m-auto w-[min(34rem,calc(100vw-2rem))] rounded-card bg-cream p-6 text-ink shadow-lift"
      >
        {isChoosing ? (
          <>
            <DialogHead id="choices-title" title={texts.dialogTitle} close="Close" onClose={closeChoices} />
            {asks ? <Choices /> : <p className="mt-4">{texts.nothing}</p>}
            <Link to="/privacy-policy" onClick={closeChoices} className="mt-4 inline-block text-berry underline">
              Privacy policy
            </Link>
          </>
        ) : null}
      </Dialog>
    </>
  );
}
