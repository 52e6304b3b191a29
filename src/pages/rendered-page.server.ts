import { createContext } from 'react-router';

/**
 * A page as text, from the renderer to whoever sends it: the body of an answer would be a stream of bytes on the way. In pieces, cut
 * between elements: each time it is put together all of it is copied.
 */
export const renderedPage = createContext<readonly string[] | null>(null);
