/**
 * Error that keeps the process from starting. Its message is the one sentence shown to the
 * operator.
 */
export class StartUpError extends Error {}
