import type { Landing } from '#modules/content/landing.schema.ts';
import { sourceSet } from '#ui/picture.tsx';

type HeroPictures = Pick<Landing['hero'], 'narrow' | 'wide'>;
type Picture = HeroPictures['wide'];

const behindText = '(min-width: 768px)';
/**
 * The wide picture is 2.29 times as wide as high.
 * It covers the hero, which is at least 32rem and 68 % of the window high, max 46rem or 38 % of the
 * window's width.
 */
const wideSizes = 'max(100vw, 74rem, min(156vh, 106rem))';

function preload(media: string, { src, widths }: Picture, imageSizes: string) {
  return {
    tagName: 'link' as const,
    rel: 'preload',
    as: 'image',
    type: 'image/avif',
    media,
    imageSrcSet: sourceSet(src, 'avif', widths),
    imageSizes,
    fetchPriority: 'high',
  };
}

/** Preloads of the first picture, requested before the page is parsed. */
export const heroPreloads = ({ narrow, wide }: HeroPictures) => [
  preload('(max-width: 767.98px)', narrow, '100vw'),
  preload(behindText, wide, wideSizes),
];

/**
 * Shown above the text on phones, and behind it on wider screens.
 * The whole wand stays visible at every width.
 */
export function HeroPicture({ narrow, wide }: HeroPictures) {
  const above = (ending: string) => sourceSet(narrow.src, ending, narrow.widths);
  const behind = (ending: string) => sourceSet(wide.src, ending, wide.widths);
  return (
    <picture className="max-md:sideways:order-last">
      <source media={behindText} type="image/avif" srcSet={behind('avif')} sizes={wideSizes} />
      <source media={behindText} type="image/webp" srcSet={behind('webp')} sizes={wideSizes} />
      <source type="image/avif" srcSet={above('avif')} sizes="100vw" />
      <source type="image/webp" srcSet={above('webp')} sizes="100vw" />
      <img
        src={`${narrow.src}-800.jpg`}
        alt={narrow.alt}
        width={narrow.width}
        height={narrow.height}
        fetchPriority="high"
        className="aspect-[8/5] max-h-[max(32svh,54vw)] w-full object-cover object-[50%_40%] max-md:sideways:aspect-auto max-md:sideways:h-full max-md:sideways:max-h-none max-md:sideways:object-[80%_40%] md:absolute md:inset-0 md:aspect-auto md:size-full md:max-h-none md:object-[100%_45%] xl:object-[85%_45%]"
      />
    </picture>
  );
}
