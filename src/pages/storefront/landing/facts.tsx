import { facts } from '#content/home.ts';
import { Picture } from '#ui/picture.tsx';

/** The device in figures. */
export function Facts() {
  return (
    <section
      aria-labelledby="facts"
      className="mx-auto grid max-w-6xl items-center gap-10 px-6 pt-20 md:grid-cols-2 md:gap-16 md:pt-32"
    >
      <Picture
        src="/media/size_dims"
        alt={facts.alt}
        width={1600}
        height={1600}
        sizes="(min-width: 1152px) 34rem, (min-width: 768px) 50vw, 100vw"
        className="w-full rounded-card"
      />
      <div>
        <h2 id="facts" className="text-[2.6rem] md:text-6xl">
          {facts.title}
        </h2>
        <p className="mt-4 text-lg text-soft">{facts.text}</p>
        <dl className="mt-8 grid grid-cols-2 gap-x-6 gap-y-5">
          {facts.items.map(({ figure, text }) => (
            <div key={text} className="flex flex-col-reverse justify-end border-t border-gold/40 pt-3">
              <dt className="text-sm text-soft">{text}</dt>
              <dd className="font-display text-3xl md:text-4xl">{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
