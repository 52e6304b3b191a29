import { hero } from '#content/hero.ts';
import { sourceSet } from '#ui/picture.tsx';

const { narrow, wide, alt } = hero.picture;
const besideText = '(min-width: 1024px)';
/**
 * The wide picture is 2.29 times as wide as high.
 * Its height is that of its container: 82 % of the window, max 48rem.
 */
const wideSizes = 'max(100vw, min(188vh, 110rem))';

function preload(media: string, { src, widths }: typeof narrow | typeof wide, imageSizes: string) {
  return {
    rel: 'preload' as const,
    as: 'image' as const,
    type: 'image/avif',
    media,
    imageSrcSet: sourceSet(src, 'avif', widths),
    imageSizes,
    fetchPriority: 'high' as const,
  };
}

/** Preloads of the first picture, requested before the page is parsed. */
export const heroPreloads = [preload('(max-width: 1023.98px)', narrow, '100vw'), preload(besideText, wide, wideSizes)];

/**
 * Shown above the text on phones and tablets, and behind it on wider screens.
 * The wand's head stays visible at every width.
 */
export function HeroPicture() {
  const above = (ending: string) => sourceSet(narrow.src, ending, narrow.widths);
  const behind = (ending: string) => sourceSet(wide.src, ending, wide.widths);
  return (
    <picture className="sideways:order-last">
      <source media={besideText} type="image/avif" srcSet={behind('avif')} sizes={wideSizes} />
      <source media={besideText} type="image/webp" srcSet={behind('webp')} sizes={wideSizes} />
      <source type="image/avif" srcSet={above('avif')} sizes="100vw" />
      <source type="image/webp" srcSet={above('webp')} sizes="100vw" />
      <img
        src={`${narrow.src}-800.jpg`}
        alt={alt}
        width={1600}
        height={1440}
        fetchPriority="high"
        className="aspect-[10/9] w-full object-cover object-[50%_45%] sm:aspect-[16/10] sideways:aspect-auto sideways:h-full lg:aspect-auto lg:h-[clamp(36rem,82vh,max(48rem,42vw))] lg:object-[80%_45%]"
      />
    </picture>
  );
}
