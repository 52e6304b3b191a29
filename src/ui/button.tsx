import type { ComponentProps } from 'react';
import { Link } from 'react-router';

import { classes } from './classes.ts';

const base =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-full px-7 py-3 text-base font-medium transition-colors duration-150 disabled:opacity-60 aria-disabled:opacity-60 forced-colors:border print:hidden';

const looks = {
  primary: 'bg-berry text-white shadow-lift hover:bg-wine',
  second: 'border border-berry bg-white text-berry hover:bg-blush',
  quiet: 'text-berry underline-offset-4 hover:underline',
};

export type ButtonLook = keyof typeof looks;

type ButtonProps = ComponentProps<'button'> & { look?: ButtonLook; busy?: boolean };

export function Button({ look = 'primary', busy = false, className, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- the type is given and defaults to button
      type={type}
      aria-busy={busy}
      className={classes(base, looks[look], className)}
    />
  );
}

type ButtonLinkProps = ComponentProps<typeof Link> & { look?: ButtonLook };

export function ButtonLink({ look = 'primary', className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={classes(base, looks[look], className)} />;
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string };

/** Round icon button, 44 px wide, with its label as accessible name. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className={classes(
        'inline-flex size-11 items-center justify-center rounded-full transition-colors duration-150 hover:bg-blush disabled:opacity-40 aria-disabled:opacity-40 print:hidden',
        className,
      )}
    />
  );
}
