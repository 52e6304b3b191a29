import { classes } from '#ui/classes.ts';
import { Picture } from '#ui/picture.tsx';

type Still = { src: string; alt: string; width: number; height: number };

/** Which part of the picture stays when it is cut to the place that it has. */
const focuses: Readonly<Record<string, string>> = {
  top: 'object-[50%_14%]',
  upper: 'object-[50%_32%]',
  middle: 'object-[50%_55%]',
};

type PhotographProps = { picture: Still; focus: string; className: string };

/** A picture that fills its place from edge to edge. */
export function Photograph({ picture, focus, className }: PhotographProps) {
  return (
    <div className={classes('relative', className)}>
      <Picture
        {...picture}
        widths={[480, 800, 1200]}
        sizes="(min-width: 1024px) 50vw, 100vw"
        eager
        className={classes('absolute inset-0 size-full object-cover', focuses[focus])}
      />
    </div>
  );
}
