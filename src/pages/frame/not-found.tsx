import { useSite } from '#modules/content/ui/use-site.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Picture } from '#ui/picture.tsx';

const picture = { src: '/media/head', width: 1600, height: 1600 };

export function NotFound() {
  return (
    <section className="mx-auto grid max-w-4xl items-center gap-8 px-6 py-14 md:grid-cols-2 md:py-24">
      <title>{`Page not found | ${useSite().name}`}</title>
      <Picture
        {...picture}
        alt=""
        sizes="(min-width: 768px) 26rem, 100vw"
        className="aspect-[4/3] w-full rounded-card object-cover md:aspect-square"
      />
      <div>
        <h1 className="text-8xl text-gold">404</h1>
        <p className="mb-7 mt-3 text-xl">Oops! Page not found</p>
        <ButtonLink to="/">Return to Home</ButtonLink>
      </div>
    </section>
  );
}
