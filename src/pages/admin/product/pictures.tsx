import { Link } from 'react-router';

import type { EditableProduct } from '#modules/catalog/edit-product.ts';
import type { ImageRow } from '#modules/catalog/edit-product.queries.server.ts';
import { acceptedConvertedPhotos } from '#shared/photo.ts';
import { shopPicture } from '#ui/downscale-photo.ts';
import { PhotoField } from '#ui/photo-field.tsx';
import { usePreparedPhoto } from '#ui/prepared-photo.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import type { FormLayout } from '../../forms/form-fields.tsx';
import { useFormResponse, useTimesDone } from '../../forms/use-form-response.ts';
import { Badge } from '../components/badge.tsx';
import { ConfirmedForm } from '../components/collapsible-form.tsx';
import { Panel } from '../components/page.tsx';

const addressOf = (id: string) => `/product-images/${id}`;

function Picture({ image, isMain }: { image: ImageRow; isMain: boolean }) {
  return (
    <li className="grid grid-cols-[5rem_1fr] gap-4 py-4">
      <img
        src={`${addressOf(image.id)}-480.jpg`}
        alt={image.alt}
        width={image.width}
        height={image.height}
        loading="lazy"
        className="size-20 rounded-xl bg-blush object-cover"
      />
      <div className="min-w-0">
        <p className="wrap-anywhere">{image.alt}</p>
        {isMain ? (
          <Badge tone="good">Main image</Badge>
        ) : (
          <div className="flex flex-wrap items-start gap-x-2">
            <ActionForm name="picture-main" id={image.id} submit="Set as main image" look="quiet" />
            <ConfirmedForm
              label="Remove…"
              question="Remove this image from the shop right away?"
              name="picture-remove"
              id={image.id}
              submit="Remove image"
            />
          </div>
        )}
      </div>
    </li>
  );
}

/** Form that adds a picture. Mounted again after each success, so that it is empty. */
function UploadForm() {
  const { problem, onChange } = usePreparedPhoto(shopPicture);
  const refused = useFormResponse('picture')?.issues.file;
  const fields: FormLayout = [
    <PhotoField
      key="file"
      id="picture-file"
      name="file"
      label="Image"
      hint="JPEG, PNG, WebP, GIF, AVIF or HEIC, up to 10 MB."
      accept={acceptedConvertedPhotos}
      onChange={onChange}
      error={problem ?? refused}
    />,
    { name: 'alt', label: 'Alt text (describes the image for people who can’t see it)', maxLength: 200 },
  ];
  return (
    <ActionForm
      name="picture"
      submit="Upload image"
      look="second"
      isDisabled={problem !== null}
      hasFile
      className="mt-5"
      fields={fields}
    />
  );
}

/** Uploaded pictures. They come before the brand's own in the product gallery. */
export function Pictures({ product, images }: { product: EditableProduct; images: readonly ImageRow[] }) {
  const timesDone = useTimesDone('picture');
  return (
    <Panel title="Images">
      <p className="text-soft">
        <span>
          Images uploaded here come first in the gallery. The main image also appears in the cart and in emails.{' '}
        </span>
        <Link to="/admin/content/product" className="text-berry underline underline-offset-4">
          Edit the other gallery images
        </Link>
      </p>
      {images.length === 0 ? null : (
        <ul className="mt-3 divide-y divide-line border-b border-line">
          {images.map((image) => (
            <Picture key={image.id} image={image} isMain={product.imageUrl === addressOf(image.id)} />
          ))}
        </ul>
      )}
      <UploadForm key={timesDone} />
    </Panel>
  );
}
