import { classes } from '#ui/classes.ts';
import { Picture } from '#ui/picture.tsx';

type Still = { src: string; alt: string; width: number; height: number; focus?: string };

/** Picture that fills its container. */
export function Photograph({ picture, className }: { picture: Still; className: string }) {
  return (
    <div className={classes('relative', className)}>
      <Picture
        {...picture}
        widths={[480, 800, 1200]}
        sizes="(min-width: 1024px) 50vw, 100vw"
        eager
        className="absolute inset-0 size-full object-cover"
      />
    </div>
  );
}
