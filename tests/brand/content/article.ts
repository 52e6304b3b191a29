/** How the longer pages are written: sections of blocks, with links inside their sentences. */
export type TextLink = { to: string; label: string };
export type Text = string | readonly (string | TextLink)[];

export type Block =
  | Text
  | { list: readonly Text[] }
  | { steps: readonly { title: string; text: Text }[] }
  | { note: Text };

export type Section = { id: string; title: string; blocks: readonly Block[] };

/** A page of sections; `updatedAt` is the day on which its content last changed. */
export type Article = { title: string; lead: string; updatedAt: string; sections: readonly Section[] };
