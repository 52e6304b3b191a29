/** Result of one check of the doctor. A warning can wait, a problem cannot. */
export type Finding = { state: 'ok' | 'warning' | 'problem'; text: string };

export const fine = (text: string): Finding => ({ state: 'ok', text });
export const warning = (text: string): Finding => ({ state: 'warning', text });
export const problem = (text: string): Finding => ({ state: 'problem', text });
