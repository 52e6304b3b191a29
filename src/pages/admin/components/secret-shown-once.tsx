import { focusOnMount } from '#ui/focus.ts';

type ShownOnceProps = { title: string; secret: string | undefined; children: string };

/** Secret that is shown once, to be copied. It scrolls into view by taking the focus. */
export function ShownOnce({ title, secret, children }: ShownOnceProps) {
  if (secret === undefined) return null;
  return (
    <section
      key={secret}
      ref={focusOnMount}
      tabIndex={-1}
      aria-label={title}
      className="mb-6 rounded-card border border-leaf bg-white p-5 outline-none"
    >
      <p className="font-medium">{title}</p>
      <p className="mb-3 text-soft">{children}</p>
      <code className="block break-all rounded-xl bg-cream p-4">{secret}</code>
    </section>
  );
}
