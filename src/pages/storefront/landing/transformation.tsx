import { transformation } from '#content/home.ts';
import { Heading } from '#ui/heading.tsx';
import { Video } from '#ui/video.tsx';

/** Wide screens only: what one press of the button changes. */
export function Transformation() {
  const { title, text, points, note, fallback, clip } = transformation;
  return (
    <section aria-labelledby="transformation" className="mx-auto hidden max-w-6xl px-6 pt-32 md:block">
      <div className="grid grid-cols-[1fr_20rem] items-center gap-12 rounded-card bg-blush p-12 lg:grid-cols-[1fr_22rem] lg:gap-20 lg:p-16">
        <div>
          <Heading id="transformation" title={title} className="text-5xl lg:text-6xl" />
          <p className="mt-5 text-lg text-soft">{text}</p>
          <ol className="mt-8 space-y-4">
            {points.map((point, index) => (
              <li key={point} className="flex items-baseline gap-4">
                <span aria-hidden="true" className="font-display text-3xl text-copper">
                  {index + 1}
                </span>
                {point}
              </li>
            ))}
          </ol>
        </div>
        <div>
          <Video
            clip={clip}
            fallback={<p className="px-6 text-center font-display text-3xl">{fallback}</p>}
            className="aspect-[9/16] w-full rounded-card bg-petal shadow-lift"
          />
          <p className="mt-3 text-center text-sm text-soft">{note}</p>
        </div>
      </div>
    </section>
  );
}
