import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';

import { Button, type ButtonLook } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';

const noValues: Record<string, string> = {};

type SaveFormProps = {
  /** What the action calls this form. */
  name: string;
  label: string;
  look?: ButtonLook;
  className?: string;
  hasFile?: boolean;
  values?: Record<string, string>;
  children?: ReactNode;
};

/** A form of a page's own action with its one button; it also works before the page runs. */
export function SaveForm({
  name,
  label,
  look = 'primary',
  className,
  hasFile = false,
  values = noValues,
  children,
}: SaveFormProps) {
  const { formData } = useNavigation();
  const isBusy =
    formData?.get('form') === name && Object.entries(values).every(([key, value]) => formData.get(key) === value);
  return (
    <Form
      method="post"
      preventScrollReset
      {...(hasFile ? { encType: 'multipart/form-data' as const } : {})}
      className={classes('space-y-5', className)}
      noValidate
      onSubmit={(event) => {
        if (isBusy) event.preventDefault();
      }}
    >
      <input type="hidden" name="form" value={name} />
      {Object.entries(values).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      {children}
      <Button
        type="submit"
        look={look}
        busy={isBusy}
        aria-disabled={isBusy}
        className={look === 'quiet' ? 'px-0!' : ''}
      >
        {label}
      </Button>
    </Form>
  );
}
