import { use } from 'react';

import type { TaxSource } from '#modules/settings/shop-settings.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { CanSubmitContext } from '../forms/can-submit.ts';
import { optionsOf, type FormLayout } from '../forms/form-fields.tsx';
import { Panel } from './components/page.tsx';

/** Id of the panel, for links of the list. */
export const sourcePanel = 'source';

const labels: Record<TaxSource, string> = {
  table: 'The table below',
  stripe: 'Stripe Tax, with the table as fallback',
};

const fields: FormLayout = [{ name: 'source', kind: 'choice', label: 'Source', options: optionsOf(labels) }];

type SourceProps = { source: TaxSource; isSetByServer: boolean; version: string };

/** Switch between the shop's table and Stripe Tax. */
export function TaxSourcePanel({ source, isSetByServer, version }: SourceProps) {
  const maySend = use(CanSubmitContext)('source');
  return (
    <div id={sourcePanel} className="mb-6 scroll-mt-24">
      <Panel title="Where do tax rates come from?" className="max-w-3xl">
        <p className="mb-4">{isSetByServer ? `${labels[source]}. Set by TAX on the server.` : `${labels[source]}.`}</p>
        {maySend && !isSetByServer ? (
          <ActionForm
            key={version}
            name="source"
            submit="Save source"
            look="second"
            stored={{ source }}
            hidden={{ version }}
            fields={fields}
          >
            <p className="text-sm text-soft">
              Stripe Tax knows local rates. Set it up in the Stripe dashboard first, under Tax. Stripe may charge for
              it.
            </p>
          </ActionForm>
        ) : null}
      </Panel>
    </div>
  );
}
