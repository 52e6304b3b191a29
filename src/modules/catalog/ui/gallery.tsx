import { useState } from 'react';

import { Picture } from '#ui/picture.tsx';

export type GalleryPicture = { src: string; alt: string; width: number; height: number };

/** The chosen picture large, and a thumbnail to choose each. */
export function Gallery({ pictures }: { pictures: readonly GalleryPicture[] }) {
  const [chosen, setChosen] = useState(0);
  const large = pictures[chosen] ?? pictures[0];
  if (large === undefined) return null;
  return (
    <div role="group" aria-label="Product pictures">
      <Picture
        {...large}
        eager
        sizes="(min-width: 1024px) 36rem, 100vw"
        className="w-full rounded-card"
        key={large.src}
      />
      <ul className="mt-3 grid grid-cols-6 gap-2">
        {pictures.map((picture, index) => (
          <li key={picture.src}>
            <button
              type="button"
              aria-label={`Picture ${index + 1} of ${pictures.length}: ${picture.alt}`}
              aria-current={index === chosen}
              onClick={() => setChosen(index)}
              className="block w-full overflow-hidden rounded-xl border-2 border-transparent aria-[current=true]:border-berry"
            >
              <Picture {...picture} alt="" widths={[480]} sizes="96px" className="w-full" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
