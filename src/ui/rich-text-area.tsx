import { EditorContent, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useRef } from 'react';

import { linkAddress } from '#shared/link-url.ts';
import { leftOutSentence, plainPastedHtml } from '#shared/pasted-html.ts';

import { toast } from './toast.tsx';
import { RichTextToolbar } from './rich-text-toolbar.tsx';
import { richTextBox, type RichTextAreaProps } from './rich-text.tsx';

/** The vocabulary that the server lets through, so that nothing disappears on save. */
const extensions = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    gapcursor: false,
    horizontalRule: false,
    strike: false,
    trailingNode: false,
    underline: false,
    heading: { levels: [2, 3] },
    link: {
      autolink: false,
      openOnClick: false,
      isAllowedUri: (address) => linkAddress(address) !== null,
      HTMLAttributes: { target: null, rel: null },
    },
  }),
];

/** Leaves text copied within an editor unchanged, because it says where a paragraph was cut. */
const transformPastedHTML = (html: string) => (html.includes('data-pm-slice') ? html : plainPastedHtml(html));

/** Says what a paste from another program leaves out. */
function reportLeftOut({ clipboardData }: ClipboardEvent): void {
  const html = clipboardData?.getData('text/html') ?? '';
  if (html.includes('data-pm-slice')) return;
  const title = leftOutSentence(html, clipboardData?.files.length);
  const description = 'The text, its lists and its other links are in. Upload pictures in their own fields.';
  if (title !== null) toast({ title, description, durationMs: 12_000 });
}

export function RichTextArea({ id, label, value, onChange, describedBy, isInvalid }: RichTextAreaProps) {
  /** HTML that the editor shows, as it was passed in or out last. */
  const current = useRef(value);
  const editor = useEditor({
    extensions,
    content: value,
    injectCSS: false,
    onUpdate: ({ editor: updated }) => {
      current.current = updated.isEmpty ? '' : updated.getHTML();
      onChange(current.current);
    },
    editorProps: {
      transformPastedHTML,
      handlePaste: (_view, event) => {
        reportLeftOut(event);
        return false;
      },
      // Tab leaves the editor instead of indenting a list.
      handleDOMEvents: { keydown: (_view, event) => event.key === 'Tab' },
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-invalid': String(isInvalid),
        ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
        class: `rich-text ${richTextBox}`,
      },
    },
  });
  useEffect(() => {
    if (value === current.current) return;
    current.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return (
    <>
      <RichTextToolbar editor={editor} id={id} label={label} />
      <EditorContent editor={editor} />
    </>
  );
}
