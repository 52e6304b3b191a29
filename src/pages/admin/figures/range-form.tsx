import { Form } from 'react-router';

import { comparisonNames, rangeNames, steps, type Interval } from '#modules/analytics/sales-figures.ts';
import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import { Button } from '#ui/button.tsx';
import { Field, Options, SelectField } from '#ui/field.tsx';

import { optionsOf } from '../../forms/form-fields.tsx';
import { FormNotice } from '../../forms/form-notice.tsx';
import { modeLabels } from '../components/mode-labels.ts';
import { Panel } from '../components/page.tsx';

/** Parameters of the page's address. */
export type Params = Record<string, string>;

/** The other parameters, so that a form changes only its own. */
function Others({ params, but }: { params: Params; but: readonly string[] }) {
  return Object.entries(params).map(([name, value]) =>
    but.includes(name) ? null : <input key={name} type="hidden" name={name} value={value} />,
  );
}

type ChoiceProps = {
  label: string;
  name: string;
  options: Readonly<Record<string, string>>;
  params: Params;
  /** Parameters that the choice replaces. */
  but: readonly string[];
};

/** Buttons of which one is pressed. A plain form, which works before hydration. */
function Choice({ label, name, options, params, but }: ChoiceProps) {
  return (
    <Form className="flex flex-wrap gap-2" aria-label={label} preventScrollReset>
      <Others params={params} but={but} />
      {Object.entries(options).map(([value, text]) => (
        <Button
          key={value}
          type="submit"
          name={name}
          value={value}
          look={params[name] === value ? 'primary' : 'second'}
          aria-pressed={params[name] === value}
        >
          {text}
        </Button>
      ))}
    </Form>
  );
}

const stepNames: Record<Interval, string> = { day: 'By day', week: 'By week', month: 'By month' };

/** Chooses the step of the chart, if the range allows several. */
export function StepChoice({ params, possible }: { params: Params; possible: readonly Interval[] }) {
  if (possible.length < 2) return null;
  const options = Object.fromEntries(
    steps.filter((step) => possible.includes(step)).map((step) => [step, stepNames[step]]),
  );
  return <Choice label="Chart interval" name="by" options={options} params={params} but={['by']} />;
}

type RangeFormProps = {
  params: Params;
  /** Days as shown or typed. */
  from: string;
  to: string;
  /** Modes with sales. A choice is offered only if there are several. */
  modes: readonly PaymentMode[];
  /** Sentence about days that are no range. */
  problem: string | null;
};

/** Chooses the days, what they are compared with, and the payments. */
export function RangeForm({ params, from, to, modes, problem }: RangeFormProps) {
  const modeOptions = Object.fromEntries(modes.map((mode) => [mode, modeLabels[mode]]));
  return (
    <Panel title="Dates" className="mb-6">
      <Choice
        label="Date ranges"
        name="range"
        options={rangeNames}
        params={params}
        but={['range', 'from', 'to', 'by']}
      />
      <Form
        className="mt-4 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
        aria-label="Custom dates"
        preventScrollReset
      >
        <Others params={params} but={['range', 'from', 'to', 'by', 'mode', 'compare']} />
        <Field key={`from ${from}`} id="figures-from" name="from" type="date" label="Start date" defaultValue={from} />
        <Field key={`to ${to}`} id="figures-to" name="to" type="date" label="End date" defaultValue={to} />
        {modes.length < 2 ? null : (
          <div className="col-span-2">
            <SelectField
              key={params.mode}
              id="figures-mode"
              name="mode"
              label="Payments"
              defaultValue={params.mode ?? ''}
            >
              <Options options={optionsOf(modeOptions)} />
            </SelectField>
          </div>
        )}
        <input type="hidden" name="compare" value={params.compare ?? ''} />
        <Button type="submit" look="second" className="col-span-2">
          Apply
        </Button>
      </Form>
      <div className="mt-4">
        <p className="mb-1 text-sm font-medium" aria-hidden="true">
          Compare with
        </p>
        <Choice label="Compare with" name="compare" options={comparisonNames} params={params} but={['compare']} />
      </div>
      {problem === null ? null : (
        <div className="mt-4">
          <FormNotice outcome={{ ok: false, message: problem }} />
        </div>
      )}
    </Panel>
  );
}
