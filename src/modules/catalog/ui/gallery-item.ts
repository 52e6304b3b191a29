import type { Clip } from '#ui/video.tsx';

/**
 * A picture by its URL without width and file ending. `widths` lists the available widths if they
 * differ from the default ones.
 */
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

/** Text that describes an item. */
export function titleOf(item: GalleryItem): string {
  return item.kind === 'picture' ? item.alt : item.clip.text;
}
