import { addressOf } from '#modules/api-client.ts';
import { Carousel } from '#ui/carousel.tsx';
import { Dialog, DialogHead } from '#ui/dialog.tsx';

import type { ReviewView } from '../reviews.schema.ts';

/** The photos of one review and the index of the selected one. */
export type Viewed = Pick<ReviewView, 'images' | 'name'> & { index: number };

function Photo({ images, name, index }: Viewed) {
  const image = images[index];
  if (image === undefined) return null;
  return (
    <img
      src={addressOf(`GET /review-images/${image.id}`)}
      alt={`${index + 1} of ${images.length} from ${name}`}
      width={image.width}
      height={image.height}
      className="mx-auto h-[min(70dvh,48rem)] w-full object-contain"
    />
  );
}

/** Shows the photos of a review as large as the window allows. */
export function PhotoViewer({ viewed, onClose }: { viewed: Viewed | null; onClose: () => void }) {
  return (
    <Dialog
      open={viewed !== null}
      onClose={onClose}
      labelledBy="photos-title"
      className="arrive m-auto max-h-none w-[min(60rem,calc(100vw-2rem))] max-w-none rounded-card bg-cream p-4 text-ink shadow-lift sm:p-6"
    >
      {viewed === null ? null : (
        <>
          <DialogHead
            id="photos-title"
            title={`Photos from ${viewed.name}`}
            close="Close photos"
            onClose={onClose}
            className="mb-4"
            size="text-2xl"
            heading={{ tabIndex: -1 }}
          />
          {viewed.images.length === 1 ? (
            <Photo {...viewed} />
          ) : (
            <Carousel label="Photos" noun="photo" count={viewed.images.length} first={viewed.index}>
              {(index) => <Photo {...viewed} index={index} />}
            </Carousel>
          )}
        </>
      )}
    </Dialog>
  );
}
