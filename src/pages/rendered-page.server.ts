import { createContext } from 'react-router';

import type { Piece } from '#platform/http/script-marks.server.ts';

/**
 * A page as text, from the renderer to whoever sends it: the body of an answer would be a stream of bytes on the way. In pieces, cut
 * between elements: each time it is put together all of it is copied. What is kept of it comes as bytes and has no scripts.
 */
export const renderedPage = createContext<readonly Piece[] | null>(null);
