type Place = { city: string; state: string; postalCode: string };

/** 'Portland, OR 97205', as on an envelope; what a country does not have is left out. */
export function placeLine({ city, state, postalCode }: Place): string {
  return [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}
