type ShownOnceProps = { title: string; secret: string | undefined; children: string };

/** Something secret that is shown this once, to be copied. */
export function ShownOnce({ title, secret, children }: ShownOnceProps) {
  if (secret === undefined) return null;
  return (
    <section aria-label={title} className="mb-6 rounded-card border border-leaf bg-white p-5">
      <p className="font-medium">{title}</p>
      <p className="mb-3 text-soft">{children}</p>
      <code className="block break-all rounded-xl bg-cream p-4">{secret}</code>
    </section>
  );
}
