import { createContext } from 'react-router';

import type { Auth } from './service.server.ts';

/** Sign-in, for the actions of pages. */
export const pageAuth = createContext<Auth>();
