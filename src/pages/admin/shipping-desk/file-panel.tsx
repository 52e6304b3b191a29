import { useState, type DragEvent } from 'react';

import { formId } from '#ui/form-response.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import type { FormLayout } from '../../forms/form-fields.tsx';
import { SureBox } from '../../forms/questions.tsx';
import { useFormResponse } from '../../forms/use-form-response.ts';
import { DataTable, type Column } from '../components/list.tsx';
import { Panel } from '../components/page.tsx';
import type { DeskResult, FileLine } from './desk-actions.server.ts';
import { useCarrier } from './desk-entries.ts';

const name = 'check';

/** Checks a file that is dropped anywhere on the page. */
export function useFileDrop() {
  const carriesFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  return {
    onDragOver: (event: DragEvent) => {
      if (carriesFile(event)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const form = document.getElementById(formId(name));
      const field = form?.querySelector<HTMLInputElement>('input[type="file"]');
      if (!carriesFile(event) || !(form instanceof HTMLFormElement) || !field) return;
      // Otherwise the browser would open the file in the place of this page.
      event.preventDefault();
      field.files = event.dataTransfer.files;
      form.requestSubmit();
    },
  };
}

const fields: FormLayout = [
  [
    {
      name: 'pasted',
      kind: 'lines',
      label: 'Paste rows',
      rows: 4,
      spellCheck: false,
      hint: 'One order per line: order, carrier, tracking number. Separate with commas, semicolons or tabs.',
    },
    {
      name: 'file',
      kind: 'file',
      label: 'Or choose a file',
      accept: '.csv,.tsv,.txt,text/csv,text/plain',
      hint: 'Or drop it anywhere on this page. At most 1,000 rows.',
    },
  ],
];

function Finding({ line: { sentence, doubt } }: { line: FileLine }) {
  if (sentence !== null) return <span className="text-wine">{sentence}</span>;
  return doubt === null ? <span className="text-leaf">Ready</span> : <span>{`Ready. ${doubt}`}</span>;
}

type Row = FileLine & { id: number };

const columns: Column<Row>[] = [
  { title: 'Line', render: ({ line }) => line },
  { title: 'Order', render: ({ order }) => <span className="font-medium wrap-anywhere">{order}</span> },
  { title: 'Carrier', render: ({ carrier }) => <span className="wrap-anywhere">{carrier}</span> },
  { title: 'Tracking number', render: ({ number }) => <span className="wrap-anywhere">{number}</span> },
  { title: 'Result', render: (line) => <Finding line={line} /> },
];

type Checked = Extract<DeskResult, { kind: 'checked' }>;

const questionLabel = (count: number) =>
  count === 1 ? 'Yes to the question: mark that row as well' : `Yes to the questions: mark those ${count} rows as well`;

/** Result of the check, refused rows first, and the button that ships the others. */
function CheckedFile({ checked: { lines, ready, readyCount, questioned, questionedCount } }: { checked: Checked }) {
  const rows = lines
    .toSorted((a, b) => Number(a.sentence === null) - Number(b.sentence === null) || a.line - b.line)
    .map((line): Row => ({ ...line, id: line.line }));
  return (
    <Panel title={`${readyCount} of ${lines.length} can be shipped`} className="mb-6">
      <div className="mb-4 max-h-96 overflow-y-auto">
        <DataTable caption="Imported rows, problems first" columns={columns} rows={rows} isDense />
      </div>
      {readyCount + questionedCount === 0 ? null : (
        <ActionForm
          name="ship-file"
          hasFile
          hidden={{ ready, questioned }}
          submit={readyCount === 0 ? 'Mark as shipped' : `Mark ${readyCount} as shipped`}
          submitLabel={
            readyCount === 0 ? 'Mark as shipped from the file' : `Mark ${readyCount} as shipped from the file`
          }
          busyText="Marking as shipped..."
          fields={questionedCount === 0 ? [] : [<SureBox key="sure" label={questionLabel(questionedCount)} />]}
        />
      )}
    </Panel>
  );
}

const summary =
  'inline-flex min-h-11 list-none items-center text-berry underline-offset-4 hover:underline [&::-webkit-details-marker]:hidden';

/** Tracking numbers from a file: checked first, then shipped. */
export function FilePanel({ checked }: { checked: Checked | null }) {
  const [carrier] = useCarrier();
  const isRefused = useFormResponse(name)?.ok === false;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <details
        open={isOpen || isRefused}
        onToggle={(event) => setOpen(event.currentTarget.open)}
        className="mb-4 rounded-card border border-line bg-white px-5"
      >
        <summary className={summary}>Import tracking numbers (CSV)</summary>
        <div className="pt-2 pb-4">
          <ActionForm
            name={name}
            hasFile
            look="second"
            submit="Check rows"
            busyText="Checking..."
            hidden={{ carrier }}
            fields={fields}
          />
        </div>
      </details>
      {checked === null ? null : <CheckedFile checked={checked} />}
    </>
  );
}
