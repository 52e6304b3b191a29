/** What a shop has written since it was open that is no line of its log. */
export function linesBeside(output: string): string[] {
  const [, since = output] = output.split(/is open at[\s\S]*?\n\n(?! )/);
  return since.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('{"level"'));
}

/** The lines that hold a text; the address of a page that was not found is logged as it was asked for. */
export function linesWith(text: string, output: string): string[] {
  return output.split('\n').filter((line) => line.replace(/"path":"(?:[^"\\]|\\.)*"/, '').includes(text));
}
