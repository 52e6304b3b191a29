/** Returns '1 business day' if both ends are 1, else for example '3-5 business days'. */
export function businessDays(min: number, max: number): string {
  const days = min === max ? `${min}` : `${min}-${max}`;
  return `${days} business ${days === '1' ? 'day' : 'days'}`;
}
