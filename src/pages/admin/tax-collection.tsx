import { use, useRef } from 'react';

import {
  collectionRegions,
  collectionText,
  openQuestion,
  type Collection,
  type CollectionRegion,
} from '#modules/tax/tax-collection.ts';
import { countryName } from '#shared/countries.ts';
import type { Fields } from '#ui/form-response.ts';
import { useIsHydrated } from '#ui/use-hydrated.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { CanSubmitContext } from '../forms/can-submit.ts';
import { useFormResponse } from '../forms/use-form-response.ts';
import { Panel } from './components/page.tsx';

const inCountry = (country: string) => collectionRegions.filter((region) => region.country === country);

/** Choices by form field: the states of a country, and the countries with one rate. */
const groups: readonly { field: string; title: string; regions: readonly CollectionRegion[] }[] = [
  { field: 'us', title: countryName('US'), regions: inCountry('US') },
  { field: 'ca', title: countryName('CA'), regions: inCountry('CA') },
  { field: 'whole', title: 'Other countries', regions: collectionRegions.filter(({ state }) => state === '') },
];

const chooser = 'inline-flex min-h-11 items-center text-berry underline-offset-4 hover:underline';

type GroupProps = ReturnType<Fields['list']> & (typeof groups)[number];

/** Regions of a country as checkboxes, with buttons for all of them. */
function Group({ id, name, chosen, title, regions }: GroupProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const isHydrated = useIsHydrated();
  const setAll = (isChosen: boolean) => {
    // A click, unlike setting `checked`, is seen by whatever watches the form.
    for (const box of group.current?.querySelectorAll('input') ?? []) if (box.checked !== isChosen) box.click();
  };
  return (
    <fieldset ref={group}>
      <legend className="text-xl">{title}</legend>
      <div className="flex flex-wrap gap-x-5" hidden={!isHydrated}>
        <button type="button" className={chooser} onClick={() => setAll(true)} aria-label={`Select all: ${title}`}>
          Select all
        </button>
        <button type="button" className={chooser} onClick={() => setAll(false)} aria-label={`Clear all: ${title}`}>
          Clear all
        </button>
      </div>
      <div className="grid gap-x-6 min-[360px]:grid-cols-2 md:grid-cols-3 xl:grid-cols-4">
        {regions.map((region) => (
          <label key={region.key} htmlFor={`${id}-${region.key}`} className="flex min-h-11 items-center gap-3">
            <input
              id={`${id}-${region.key}`}
              type="checkbox"
              name={name}
              value={region.key}
              defaultChecked={chosen.includes(region.key)}
              className="size-5 shrink-0 accent-berry"
            />
            <span className="min-w-0">{region.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const hint =
  'Tick the regions in which your business is registered for sales tax, GST or VAT. Tick nothing to collect nowhere. Collecting tax without a registration is not allowed. The tax numbers on your invoices are in Settings.';

type CollectionProps = { collection: Collection; version: string; shopMode: 'demo' | 'live' };

/**
 * The question "Where do you collect sales tax?" with its answer. A live shop without an answer
 * sees the form open.
 */
export function TaxCollection({ collection, version, shopMode }: CollectionProps) {
  const isRefused = useFormResponse('collect')?.ok === false;
  const isUrgent = collection === null && shopMode === 'live';
  const maySend = use(CanSubmitContext)('collect');
  const stored = Object.fromEntries(
    groups.map(({ field, regions }) => [
      field,
      regions.map(({ key }) => key).filter((key) => collection?.includes(key) ?? false),
    ]),
  );
  return (
    <div id="collect" className="mb-6 scroll-mt-24">
      <Panel title="Where do you collect sales tax?" isUrgent={isUrgent}>
        <p>{collection === null ? openQuestion({ shopMode }) : collectionText(collection)}</p>
        {maySend ? (
          <details open={isUrgent || isRefused}>
            <summary className={`${chooser} cursor-pointer`}>Choose regions</summary>
            <p className="mb-4 max-w-[80ch] text-soft">{hint}</p>
            <ActionForm key={version} name="collect" submit="Save regions" stored={stored} hidden={{ version }}>
              {(fields) => groups.map((group) => <Group key={group.field} {...fields.list(group.field)} {...group} />)}
            </ActionForm>
          </details>
        ) : null}
      </Panel>
    </div>
  );
}
