import { classes } from './classes.ts';

type PictureProps = {
  /** Address without width and file extension: `-800.jpg` is appended. */
  src: string;
  alt: string;
  width: number;
  height: number;
  sizes: string;
  widths?: readonly number[];
  eager?: boolean;
  className?: string;
  /** Class for the object position of a cropped picture. */
  focus?: string;
};

const usual = [480, 800, 1200, 1600];

/** `sizes` of a picture that fills half of the page's column, or all of it on a phone. */
export const half = '(min-width: 1152px) 34rem, (min-width: 768px) 50vw, 100vw';

export function sourceSet(src: string, ending: string, widths: readonly number[] = usual): string {
  return widths.map((width) => `${src}-${width}.${ending} ${width}w`).join(', ');
}

/**
 * Responsive picture in the best format that the browser accepts.
 * Its space is reserved while it loads.
 */
export function Picture(props: PictureProps) {
  const { src, alt, width, height, sizes, widths = usual, eager = false, className, focus } = props;
  const middle = widths[1] ?? widths[0] ?? width;
  return (
    <picture>
      <source type="image/avif" srcSet={sourceSet(src, 'avif', widths)} sizes={sizes} />
      <source type="image/webp" srcSet={sourceSet(src, 'webp', widths)} sizes={sizes} />
      <img
        src={`${src}-${middle}.jpg`}
        alt={alt}
        width={width}
        height={height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding={eager ? 'sync' : 'async'}
        className={classes('block bg-blush', focus, className)}
      />
    </picture>
  );
}
