import { createContext } from 'react';

/**
 * True for the forms of the shown page that the signed-in person may send. Others are not shown.
 */
export const CanSubmitContext = createContext<(form: string) => boolean>(() => true);
