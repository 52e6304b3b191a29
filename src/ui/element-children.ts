import type { ReactElement } from 'react';

/**
 * Children without bare text, for components that put them beside other children.
 * React cannot remove a text that a browser translation
 * has replaced, unless it is all that its element holds.
 */
export type ElementChildren = ReactElement | null | undefined | false | readonly ElementChildren[];
