import { classes } from './classes.ts';

/** Rich text that the server has cleaned, in the look of the shop's articles. */
export function RichText({ html, className }: { html: string; className?: string }) {
  return <div className={classes('rich-text', className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
