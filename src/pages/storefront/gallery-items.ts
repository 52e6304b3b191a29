import type { GalleryItem } from '#modules/catalog/ui/gallery.tsx';
import type { ProductTexts } from '#modules/content/product-texts.schema.ts';

/** Gallery items in display order: the pictures, with the film after some of them. */
export function galleryItems({ pictures, clip, clipAfter }: ProductTexts['gallery']): GalleryItem[] {
  const items = pictures.map((picture): GalleryItem => ({ kind: 'picture', ...picture }));
  return [...items.slice(0, clipAfter), { kind: 'video', clip }, ...items.slice(clipAfter)];
}
