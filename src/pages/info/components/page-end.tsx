import { ButtonLink } from '#ui/button.tsx';
import { Heading } from '#ui/heading.tsx';

type PageEndProps = { title: string; text: string; links: readonly { to: string; label: string }[] };

/** Next steps after reading. The first link is the primary one. */
export function PageEnd({ title, text, links }: PageEndProps) {
  return (
    <section aria-labelledby="end" className="mx-auto mt-14 max-w-6xl px-5 sm:px-6 md:mt-24 print:hidden">
      <div className="rounded-card bg-petal/60 px-6 py-10 text-center md:py-16">
        <Heading id="end" title={title} />
        <p className="mt-3 text-lg">{text}</p>
        <div className="mt-5 flex flex-wrap justify-center gap-3">
          {links.map(({ to, label }, index) => (
            <ButtonLink key={to} to={to} look={index === 0 ? 'primary' : 'second'}>
              {label}
            </ButtonLink>
          ))}
        </div>
      </div>
    </section>
  );
}
