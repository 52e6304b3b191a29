import { useEditorState, type ChainedCommands, type Editor } from '@tiptap/react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

import { linkAddress } from '#shared/link-url.ts';

import { Button, IconButton } from './button.tsx';
import { Field } from './field.tsx';
import { icon } from './icons.tsx';

const LinkIcon = icon(
  <path d="M10 14a4 4 0 0 0 5.700 0l3-3a4 4 0 0 0-5.700-5.700l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3a4 4 0 0 0 5.700 5.700l1-1" />,
);
const BulletsIcon = icon(<path d="M9 6h11M9 12h11M9 18h11M4.500 6h.010M4.500 12h.010M4.500 18h.010" />);
const NumbersIcon = icon(<path d="M10 6h10M10 12h10M10 18h10M4 4.500l1.200-.700V9M3.800 15h2.400l-2.400 4h2.400" />);
const QuoteIcon = icon(<path d="M5 5v14M10 8h9M10 12h9M10 16h5" />);
const UndoIcon = icon(<path d="M4 9h10a5 5 0 0 1 0 10H9M4 9l4-4M4 9l4 4" />);
const RedoIcon = icon(<path d="M20 9H10a5 5 0 0 0 0 10h5M20 9l-4-4M20 9l-4 4" />);

const letter = (text: string, className: string) => (
  <span aria-hidden="true" className={className}>
    {text}
  </span>
);

type Tool = { label: string; sign: ReactNode; run: (chain: ChainedCommands) => ChainedCommands } & (
  | { isActive: (editor: Editor) => boolean }
  | { isEnabled: (editor: Editor) => boolean }
);

const isLink = (editor: Editor) => editor.isActive('link');

const link: Tool = { label: 'Link', sign: <LinkIcon />, isActive: isLink, run: (chain) => chain };

const tools: readonly Tool[] = [
  {
    label: 'Heading',
    sign: letter('H', 'font-display text-2xl'),
    isActive: (editor) => editor.isActive('heading', { level: 2 }),
    run: (chain) => chain.toggleHeading({ level: 2 }),
  },
  {
    label: 'Subheading',
    sign: letter('H', 'font-display text-base'),
    isActive: (editor) => editor.isActive('heading', { level: 3 }),
    run: (chain) => chain.toggleHeading({ level: 3 }),
  },
  {
    label: 'Bold',
    sign: letter('B', 'font-bold'),
    isActive: (editor) => editor.isActive('bold'),
    run: (chain) => chain.toggleBold(),
  },
  {
    label: 'Italic',
    sign: letter('I', 'italic'),
    isActive: (editor) => editor.isActive('italic'),
    run: (chain) => chain.toggleItalic(),
  },
  link,
  {
    label: 'Bulleted list',
    sign: <BulletsIcon />,
    isActive: (editor) => editor.isActive('bulletList'),
    run: (chain) => chain.toggleBulletList(),
  },
  {
    label: 'Numbered list',
    sign: <NumbersIcon />,
    isActive: (editor) => editor.isActive('orderedList'),
    run: (chain) => chain.toggleOrderedList(),
  },
  {
    label: 'Quote',
    sign: <QuoteIcon />,
    isActive: (editor) => editor.isActive('blockquote'),
    run: (chain) => chain.toggleBlockquote(),
  },
  {
    label: 'Undo',
    sign: <UndoIcon />,
    isEnabled: (editor) => editor.can().undo(),
    run: (chain) => chain.undo(),
  },
  {
    label: 'Redo',
    sign: <RedoIcon />,
    isEnabled: (editor) => editor.can().redo(),
    run: (chain) => chain.redo(),
  },
];

const wrongAddress =
  'Enter an address that begins with https://, mailto: or tel:, or a page of this shop, for example /science.';

function LinkForm({ editor, id, onClose }: { editor: Editor; id: string; onClose: () => void }) {
  const before = String(editor.getAttributes('link').href ?? '');
  const [text, setText] = useState(before);
  const [error, setError] = useState<string>();

  function save() {
    const href = linkAddress(text);
    if (href === null) return setError(wrongAddress);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && before === '') {
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    } else {
      chain.setLink({ href }).run();
    }
    onClose();
  }

  function remove() {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  }

  function cancel() {
    editor.commands.focus();
    onClose();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Enter would submit the form around the editor, and Escape close the dialog around it.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') save();
    else cancel();
  }

  return (
    <div role="group" aria-label="Link" className="border-b border-line p-3">
      <Field
        id={`${id}-link`}
        label="Address of the link"
        value={text}
        error={error}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for this field
        autoFocus
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <p role="alert" className="sr-only">
        {error}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button look="second" onClick={save}>
          {before === '' ? 'Add link' : 'Change link'}
        </Button>
        {before === '' ? null : (
          <Button look="quiet" onClick={remove}>
            Remove link
          </Button>
        )}
        <Button look="quiet" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** Returns the index that a key moves to in a toolbar, or null for other keys. */
function movedTo(key: string, from: number): number | null {
  const last = tools.length - 1;
  if (key === 'ArrowRight') return from === last ? 0 : from + 1;
  if (key === 'ArrowLeft') return from === 0 ? last : from - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}

/** Formatting buttons with one tab stop. Arrow keys, Home and End move between them. */
export function RichTextToolbar({ editor, id, label }: { editor: Editor; id: string; label: string }) {
  const [stop, setStop] = useState(0);
  const [isLinking, setIsLinking] = useState(false);
  const toolbar = useRef<HTMLDivElement>(null);
  const states = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      tools.map((tool) => ('isActive' in tool ? tool.isActive(now) : !tool.isEnabled(now))),
  });

  function onKeyDown(event: KeyboardEvent) {
    const next = movedTo(event.key, stop);
    if (next === null) return;
    event.preventDefault();
    setStop(next);
    toolbar.current?.querySelectorAll('button')[next]?.focus();
  }

  return (
    <>
      <div
        ref={toolbar}
        role="toolbar"
        tabIndex={-1}
        aria-label={`Format of ${label}`}
        aria-controls={id}
        onKeyDown={onKeyDown}
        className="flex flex-wrap border-b border-line"
      >
        {tools.map((tool, index) => {
          const isToggle = 'isActive' in tool;
          return (
            <IconButton
              key={tool.label}
              label={tool.label}
              title={tool.label}
              tabIndex={index === stop ? 0 : -1}
              aria-pressed={isToggle ? states[index] : undefined}
              aria-expanded={tool === link ? isLinking : undefined}
              aria-disabled={isToggle ? undefined : states[index]}
              className="rounded-lg aria-pressed:bg-petal aria-pressed:text-wine"
              onFocus={() => setStop(index)}
              // Keeps the focus and the selection in the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={({ detail }) => {
                if (tool === link) return setIsLinking(!isLinking);
                // A press of a key leaves the focus on its button.
                tool.run(detail > 0 ? editor.chain().focus() : editor.chain()).run();
              }}
            >
              {tool.sign}
            </IconButton>
          );
        })}
      </div>
      {isLinking ? <LinkForm editor={editor} id={id} onClose={() => setIsLinking(false)} /> : null}
    </>
  );
}
