import { Form } from 'react-router';

import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import type { Period } from '#shared/day-range.ts';
import { Button } from '#ui/button.tsx';
import { Field, Options, SelectField } from '#ui/field.tsx';

import { optionsOf } from '../../forms/form-fields.tsx';
import { FormNotice } from '../../forms/form-notice.tsx';
import { modeLabels } from '../components/mode-labels.ts';
import { Panel } from '../components/page.tsx';

const periodNames: Record<Period, string> = {
  this_month: 'This month',
  last_month: 'Last month',
  quarter: 'This quarter',
  year: 'This year',
};

type RangePanelProps = {
  chosen: { period: Period | null; from: string; to: string; mode: PaymentMode };
  /** Modes with records. A choice is offered only if there are several. */
  modes: readonly PaymentMode[];
  /** Sentence about days that are no range. */
  problem: string | null;
};

/** Chooses the days and the payments of the books. Plain forms, which work before hydration. */
export function RangePanel({ chosen, modes, problem }: RangePanelProps) {
  const { period, from, to, mode } = chosen;
  const hasModes = modes.length > 1;
  const hiddenMode = hasModes ? <input type="hidden" name="mode" value={mode} /> : null;
  return (
    <Panel title="Dates" className="mb-6">
      <Form className="flex flex-wrap gap-2" aria-label="Periods">
        {hiddenMode}
        {Object.entries(periodNames).map(([value, label]) => (
          <Button
            key={value}
            type="submit"
            name="period"
            value={value}
            look={value === period ? 'primary' : 'second'}
            aria-pressed={value === period}
          >
            {label}
          </Button>
        ))}
      </Form>
      <Form className="mt-4 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap" aria-label="Custom dates">
        <Field key={`from ${from}`} id="books-from" name="from" type="date" label="Start date" defaultValue={from} />
        <Field key={`to ${to}`} id="books-to" name="to" type="date" label="End date" defaultValue={to} />
        {hasModes ? (
          <div className="col-span-2">
            <SelectField key={mode} id="books-mode" name="mode" label="Payments" defaultValue={mode}>
              <Options options={optionsOf(Object.fromEntries(modes.map((one) => [one, modeLabels[one]])))} />
            </SelectField>
          </div>
        ) : null}
        <Button type="submit" look="second" className="col-span-2">
          Show
        </Button>
      </Form>
      {problem === null ? null : (
        <div className="mt-4">
          <FormNotice outcome={{ ok: false, message: problem }} />
        </div>
      )}
    </Panel>
  );
}
