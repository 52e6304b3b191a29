import { Link } from 'react-router';

import type { EditableProduct } from '#modules/catalog/edit-product.ts';
import type { ImageRow } from '#modules/catalog/edit-product.queries.server.ts';
import { acceptedPhotos } from '#shared/photo.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import type { FormLayout } from '../../forms/form-fields.tsx';
import { useTimesDone } from '../../forms/use-form-response.ts';
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

const fields: FormLayout = [
  {
    name: 'file',
    kind: 'file',
    label: 'JPEG, PNG, WebP, GIF or AVIF, up to 10 MB',
    accept: acceptedPhotos,
  },
  { name: 'alt', label: 'Alt text (describes the image for people who can’t see it)', maxLength: 200 },
];

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
      <ActionForm
        key={timesDone}
        name="picture"
        submit="Upload image"
        look="second"
        hasFile
        className="mt-5"
        fields={fields}
      />
    </Panel>
  );
}
