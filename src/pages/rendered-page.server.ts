import { createContext } from 'react-router';

import type { Piece } from '#platform/http/script-marks.server.ts';

/**
 * Rendered page as text, passed from the renderer to the sender.
 * A response body would be a stream of bytes.
 * It is cut between elements, because joining the pieces copies all of them.
 * Cached pieces are bytes without scripts.
 */
export const renderedPage = createContext<readonly Piece[] | null>(null);
