import { classes } from './classes.ts';

/** Rich text that the server has cleaned, in the look of the shop's articles. */
export function RichText({ html, className }: { html: string; className?: string }) {
  return <div className={classes('rich-text', className)} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Field of a rich text, whether it can be edited yet or not. */
export type RichTextAreaProps = {
  id: string;
  label: string;
  /** Clean HTML when the page is rendered, later as `onChange` returned it. */
  value: string;
  onChange: (html: string) => void;
  describedBy: string | undefined;
  isInvalid: boolean;
};

export const richTextBox =
  'max-h-144 min-h-48 max-w-none overflow-y-auto px-4 py-3 whitespace-break-spaces wrap-break-word focus-visible:outline-offset-1';
