/** Max length of a text that is read, and of the part that is logged, in characters. */
const maxRead = 8_000;
const maxText = 1_000;
const maxLine = 300;
const maxLines = 20;
const maxDepth = 3;

const values = /\n?params: [\s\S]*$/;
const word = /[^\s"'<>(),;:=]+/g;
const hasAddress = /.(@|%40)./i;

/**
 * Returns a text of bounded length, without query parameters and email addresses. Takes linear
 * time.
 */
export function redactText(text: string): string {
  const read = text.slice(0, maxRead).replace(values, '');
  return read.replaceAll(word, (one) => (hasAddress.test(one) ? '[address]' : one)).slice(0, maxText);
}

/**
 * True when an error's message quotes user input: a value that the database or a parser could not
 * read.
 */
function quotesInput({ name }: Error, code: string | undefined): boolean {
  return name === 'SyntaxError' || name === 'TypeError' || code?.startsWith('22') === true;
}

function messageText(error: Error, code: string | undefined): string {
  const text = redactText(error.message);
  return quotesInput(error, code) ? text.replace(/"[\s\S]*"/, '"…"') : text;
}

/**
 * Returns the stack frames of an error. Its stack begins with the message, whose lines may look
 * like frames.
 */
function stackFrames({ stack = '', message }: Error): string {
  const start = stack.indexOf(message);
  const rest = start === -1 ? stack : stack.slice(start + message.length);
  const frames = rest
    .slice(0, maxRead)
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return frames
    .slice(0, maxLines)
    .map((line) => line.slice(0, maxLine))
    .join('\n');
}

type ErrorFields = { type: string; message: string; stack: string; code?: string; cause?: ErrorFields };

/**
 * Returns the loggable fields of an error: its type, message and stack, and those of its cause.
 * Fields that libraries add may identify customers, so they are left out: query values, the row
 * that broke a rule, a mail server's response.
 */
export function errorFields(error: unknown, depth = 0): ErrorFields {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code.slice(0, 100) : undefined;
  const cause = error.cause === undefined || depth === maxDepth ? {} : { cause: errorFields(error.cause, depth + 1) };
  return {
    type: error.name.slice(0, 100),
    message: messageText(error, code),
    stack: stackFrames(error),
    ...(code === undefined ? {} : { code }),
    ...cause,
  };
}
