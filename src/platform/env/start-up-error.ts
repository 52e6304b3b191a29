/** Why the process cannot start; its message is the one sentence that the operator sees. */
export class StartUpError extends Error {}
