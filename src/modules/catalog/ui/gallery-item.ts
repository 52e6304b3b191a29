import type { Clip } from '#ui/video.tsx';

/** A picture by its address without width and ending; `widths` are those in which it exists, where they are not the usual ones. */
export type GalleryPicture = {
  kind: 'picture';
  src: string;
  alt: string;
  width: number;
  height: number;
  widths?: readonly number[];
  focus?: string;
};

export type GalleryItem = GalleryPicture | { kind: 'video'; clip: Clip };

/** What can be seen in an item. */
export function titleOf(item: GalleryItem): string {
  return item.kind === 'picture' ? item.alt : item.clip.text;
}
