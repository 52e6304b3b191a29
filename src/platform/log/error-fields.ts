const address = /[^\s"'<>(),;:=]+@[^\s"'<>(),;:=]+/g;
const listed = /\n?params: [\s\S]*$/;

/** A text without what a query was given and without e-mail addresses. */
function quiet(text: string): string {
  return text.replace(listed, '').replaceAll(address, '[address]');
}

/** Whether an error's words quote what someone gave: a value that the database or a parser could not read. */
function quotesInput({ name }: Error, code: string | undefined): boolean {
  return name === 'SyntaxError' || code?.startsWith('22') === true;
}

function wordsOf(error: Error, code: string | undefined): string {
  const words = quiet(error.message);
  return quotesInput(error, code) ? words.replace(/"[\s\S]*"/, '"…"') : words;
}

type ErrorFields = { type: string; message: string; stack: string; code?: string; cause?: ErrorFields };

/**
 * What of an error may be logged: its type, its words, where it arose, and the same of its cause. The fields that libraries add
 * (the values of a query, the row that broke a rule, the answer of a mail server) may name customers and stay out.
 */
export function errorFields(error: unknown, depth = 0): ErrorFields {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  // A stack begins with the message, which may be long: only the places are taken from it.
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const cause = error.cause === undefined || depth === 3 ? {} : { cause: errorFields(error.cause, depth + 1) };
  return {
    type: error.name,
    message: wordsOf(error, code),
    stack: places.join('\n'),
    ...(code === undefined ? {} : { code }),
    ...cause,
  };
}
