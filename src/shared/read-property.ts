/** Returns a property of an unknown value, such as a request body or a caught error. */
export function fieldOf(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;
}

/** Returns a text property of an unknown value, or '' if it is missing or no text. */
export function stringProperty(of: unknown, name: string): string {
  const value = fieldOf(of, name);
  return typeof value === 'string' ? value : '';
}
