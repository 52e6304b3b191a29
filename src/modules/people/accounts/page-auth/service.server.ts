import { createContext } from 'react-router';

import type { SignedInUser } from '#platform/http/visitor.server.ts';

import type { Auth } from '../service.server.ts';

/** Sign-in, for the actions of pages. */
export const pageAuth = createContext<Auth>();

/** Whoever opened a page that is for customers or for admins. Elsewhere nobody is set, and asking for them fails. */
export const pageUser = createContext<SignedInUser>();
