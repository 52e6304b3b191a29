/** Appearance of the provider's fields. */
export const appearance = {
  labels: 'floating' as const,
  variables: { colorPrimary: '#be123c', colorText: '#33232a', colorDanger: '#be123c', borderRadius: '12px' },
};
