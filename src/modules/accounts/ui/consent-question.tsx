import { useLayoutEffect, useState } from 'react';
import { Link } from 'react-router';

import { Button } from '#ui/button.tsx';
import { Dialog, DialogHead } from '#ui/dialog.tsx';

import { consentTexts as texts } from '../ads-consent-texts.ts';
import { closeChoices, storeConsentChoice, hasPrivacySignal, openChoices, useConsent } from './consent-store.ts';

/**
 * Shows the question in a low bar at the end of the window, which leaves price and buy button of a
 * first view uncovered. Yes and no have equal weight, and the page remains usable.
 * In narrow windows the details are in the dialog.
 */
function Banner() {
  useLayoutEffect(() => {
    // A class instead of `:has()`, which restyles the whole page for each new element in it.
    const { classList } = document.documentElement;
    classList.add('has-consent-banner');
    return () => classList.remove('has-consent-banner');
  }, []);
  return (
    <section
      aria-labelledby="consent-title"
      className="consent-banner fixed inset-x-0 bottom-0 z-40 border-t border-line bg-white px-4 py-1 shadow-lift md:py-3"
    >
      <div className="mx-auto flex max-w-6xl items-center gap-3 md:gap-6 md:px-2">
        <div className="flex-1">
          <div className="flex flex-wrap items-center gap-x-3">
            <h2 id="consent-title" className="font-sans text-xs leading-tight font-medium md:text-sm">
              {texts.title}
            </h2>
            <button
              type="button"
              onClick={openChoices}
              className="min-h-6 text-xs text-soft underline underline-offset-4 hover:text-berry md:text-sm"
            >
              {texts.choose}
            </button>
          </div>
          <p className="text-xs leading-snug text-soft max-lg:hidden">{texts.text}</p>
        </div>
        <div className="grid grid-cols-2 gap-2 *:px-4 md:*:px-7">
          <Button look="second" onClick={() => storeConsentChoice(false)}>
            {texts.reject}
          </Button>
          <Button look="second" onClick={() => storeConsentChoice(true)}>
            {texts.accept}
          </Button>
        </div>
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
        storeConsentChoice(ads && !isForbidden);
      }}
    >
      <Switch id="consent-needed" {...texts.needed} checked />
      <Switch
        id="consent-ads"
        {...texts.ads}
        checked={ads && !isForbidden}
        {...(isForbidden ? {} : { onChange: setAds })}
      />
      <p className="text-sm text-soft">{texts.text}</p>
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
