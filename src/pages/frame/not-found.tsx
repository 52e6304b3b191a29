import { site } from '#content/site.ts';
import { ButtonLink } from '#ui/button.tsx';

/** For addresses that lead nowhere. */
export function NotFound() {
  return (
    <section className="mx-auto max-w-lg px-6 py-24 text-center">
      <title>{`Page not found | ${site.name}`}</title>
      <h1 className="text-8xl text-gold">404</h1>
      <p className="my-6 text-xl">Oops! Page not found</p>
      <ButtonLink to="/">Return to Home</ButtonLink>
    </section>
  );
}
