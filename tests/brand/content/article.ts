/** Content model of the longer pages: sections of blocks, with links inside sentences. */
export type TextLink = { to: string; label: string };
export type Text = string | readonly (string | TextLink)[];

export type Block =
  | Text
  | { list: readonly Text[] }
  | { steps: readonly { title: string; text: Text }[] }
  | { note: Text };

export type Section = { id: string; title: string; blocks: readonly Block[] };

/** A page of sections. `updatedAt` is the day of its last content change. */
export type Article = { title: string; lead: string; updatedAt: string; sections: readonly Section[] };
