import type { ReactElement } from 'react';

/**
 * Children without bare text, for components that put them beside other children. React cannot remove a text
 * that a browser's translation has replaced, unless the text is all that its element holds.
 */
export type Elements = ReactElement | null | undefined | false | readonly Elements[];
