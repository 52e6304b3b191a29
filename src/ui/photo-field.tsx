import type { ComponentProps } from 'react';

import { acceptedPhotos } from '#shared/photo.ts';

import { classes } from './classes.ts';

type PhotoFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  id: string;
  label: string;
  hint: string;
  error: string | undefined;
};

/** File field for photos. Its hint and error are shown below and announced with it. */
export function PhotoField({ id, label, hint, error, className, accept = acceptedPhotos, ...rest }: PhotoFieldProps) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <input
        {...rest}
        id={id}
        type="file"
        accept={accept}
        aria-describedby={`${id}-hint ${id}-error`}
        aria-invalid={error !== undefined}
        className={classes(
          'block w-full text-sm file:mr-4 file:min-h-11 file:cursor-pointer file:rounded-full file:border file:border-solid file:border-berry file:bg-white file:px-5 file:text-base file:text-berry',
          className,
        )}
      />
      <p id={`${id}-hint`} className="mt-1 text-sm text-soft">
        {hint}
      </p>
      <p id={`${id}-error`} role="alert" className="text-sm text-berry empty:hidden">
        {error}
      </p>
    </div>
  );
}
