/** What something of any form holds under a name, such as the body of a request or a caught error. */
export function fieldOf(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;
}

/** The same as text, '' where there is none. */
export function textOf(of: unknown, name: string): string {
  const value = fieldOf(of, name);
  return typeof value === 'string' ? value : '';
}
