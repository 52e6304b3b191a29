type Titled = { title: string; description: string };

/** The messages of a form that cannot be paid yet, from the ids of its invalid fields. */
export function checklistToasts(ids: readonly string[]): Titled[] {
  const has = (group: string) => ids.some((id) => id.startsWith(`${group}-`));
  return [
    ...(has('contact')
      ? [{ title: 'Missing Information', description: 'Please fill in your e-mail, name and phone number.' }]
      : []),
    ...(has('shipping')
      ? [{ title: 'Missing Shipping Address', description: 'Please complete your shipping address.' }]
      : []),
    ...(has('billing')
      ? [{ title: 'Missing Billing Address', description: 'Please complete your billing address.' }]
      : []),
  ];
}
