import { useState, type DragEvent } from 'react';

import { formId } from '#ui/form-answer.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import type { FormLayout } from '../../forms/form-fields.tsx';
import { useAnswer } from '../../forms/use-answer.ts';
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
      hint: 'One order a line: order, carrier, number. Commas, semicolons or tabs.',
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
  { title: 'Carrier', render: ({ carrier }) => carrier },
  { title: 'Number', render: ({ number }) => <span className="wrap-anywhere">{number}</span> },
  { title: 'Result', render: (line) => <Finding line={line} /> },
];

type Checked = Extract<DeskResult, { kind: 'checked' }>;

/** Result of the check, refused rows first, and the button that ships the others. */
function CheckedFile({ checked: { lines, ready, readyCount } }: { checked: Checked }) {
  const rows = lines
    .toSorted((a, b) => Number(a.sentence === null) - Number(b.sentence === null) || a.line - b.line)
    .map((line): Row => ({ ...line, id: line.line }));
  return (
    <Panel title={`${readyCount} of ${lines.length} can be shipped`} className="mb-6">
      <div className="mb-4 max-h-96 overflow-y-auto">
        <DataTable caption="Rows of the file, refused ones first" columns={columns} rows={rows} isDense />
      </div>
      {readyCount === 0 ? null : (
        <ActionForm
          name="ship-file"
          hasFile
          hidden={{ ready }}
          submit={`Mark ${readyCount} as shipped`}
          submitLabel={`Mark ${readyCount} as shipped from the file`}
          busyText="Marking as shipped..."
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
  const isRefused = useAnswer(name)?.ok === false;
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
            submit="Check the rows"
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
