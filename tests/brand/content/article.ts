/** Section of blocks, with links inside sentences. */
type TextLink = { to: string; label: string };
export type Text = string | readonly (string | TextLink)[];

export type Block = Text | { list: readonly Text[] };

export type Section = { id: string; title: string; blocks: readonly Block[] };
