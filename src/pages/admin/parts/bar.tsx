/** A share from 0 to 1 as a line; the number that it shows stands beside it in words. */
export function Bar({ share }: { share: number }) {
  return (
    <svg className="mt-1 block h-2 w-full" preserveAspectRatio="none" viewBox="0 0 100 4" aria-hidden="true">
      <rect width="100" height="4" rx="1" fill="var(--color-petal)" />
      <rect width={share * 100} height="4" rx="1" fill="var(--color-berry)" />
    </svg>
  );
}
