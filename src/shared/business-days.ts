/** '1 business day' when both ends are the same number, else '3-5 business days'. */
export function businessDays(min: number, max: number): string {
  const days = min === max ? `${min}` : `${min}-${max}`;
  return `${days} business ${days === '1' ? 'day' : 'days'}`;
}
