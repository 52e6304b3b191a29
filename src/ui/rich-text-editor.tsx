import { lazy, Suspense, type ComponentType } from 'react';

import { RichText, richTextBox, type RichTextAreaProps } from './rich-text.tsx';
import { useIsHydrated } from './use-hydrated.ts';

type RichTextEditorProps = Omit<RichTextAreaProps, 'describedBy' | 'isInvalid'> & {
  error?: string | undefined;
  hint?: string | undefined;
};

/** The text before the editor has loaded. */
function ReadOnlyArea({ id, value, describedBy, isInvalid }: RichTextAreaProps) {
  return (
    <div
      id={id}
      role="textbox"
      aria-multiline="true"
      aria-readonly="true"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      aria-invalid={isInvalid}
      tabIndex={0}
      className="mt-11"
    >
      <RichText html={value} className={richTextBox} />
    </div>
  );
}

function FailedArea(props: RichTextAreaProps) {
  return (
    <>
      <p role="alert" className="px-4 pt-3 text-sm text-berry">
        The editor did not load. Check your connection, then reload the page.
      </p>
      <ReadOnlyArea {...props} />
    </>
  );
}

/** The editor itself, which only a browser loads. */
const Area: ComponentType<RichTextAreaProps> = import.meta.env.SSR
  ? ReadOnlyArea
  : lazy(() =>
      import('./rich-text-area.tsx').then(
        ({ RichTextArea }) => ({ default: RichTextArea }),
        () => ({ default: FailedArea }),
      ),
    );

/**
 * Field for rich text: headings, bold, italic, links, lists and quotes. Shows the text until its
 * code has loaded.
 */
export function RichTextEditor({ id, label, value, onChange, error, hint }: RichTextEditorProps) {
  const isHydrated = useIsHydrated();
  const ids = [error === undefined ? '' : `${id}-error`, hint === undefined ? '' : `${id}-hint`].filter(Boolean);
  const area = { id, label, value, onChange, describedBy: ids.join(' ') || undefined, isInvalid: error !== undefined };
  return (
    <div>
      <p id={`${id}-label`} className="mb-1 text-sm font-medium">
        {label}
      </p>
      <div className={`rounded-xl border bg-white text-ink ${error === undefined ? 'border-soft/70' : 'border-berry'}`}>
        <Suspense fallback={<ReadOnlyArea {...area} />}>
          {isHydrated ? <Area {...area} /> : <ReadOnlyArea {...area} />}
        </Suspense>
      </div>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="mt-1 text-sm text-soft">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} className="text-sm text-berry empty:hidden">
        {error}
      </p>
    </div>
  );
}
