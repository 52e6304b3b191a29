/** Returns the output since the shop opened that is not a log line. */
export function unexpectedOutput(output: string): string[] {
  const [, since = output] = output.split(/is open at[\s\S]*?\n\n(?! )/);
  return since.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('{"level"'));
}

/**
 * Returns the lines that contain a text, except in the path of a missing page, which is logged as
 * requested.
 */
export function linesWith(text: string, output: string): string[] {
  return output.split('\n').filter((line) => line.replace(/"path":"(?:[^"\\]|\\.)*"/, '').includes(text));
}
