import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { ElementChildren } from '#ui/element-children.ts';
import { ArrowLeftIcon } from '#ui/icons.tsx';
import { Picture } from '#ui/picture.tsx';

import { formPictures } from '../frame/form-pictures.ts';
import { ActionForm, type ActionFormProps } from '../forms/action-form.tsx';

/** Frame of the sign-in pages: a way back, one heading, and a picture if there is room. */
export function AuthFrame({ title, children }: { title: string; children: ElementChildren }) {
  return (
    <div className="mx-auto grid max-w-5xl items-center gap-10 px-4 py-10 sm:px-6 md:py-16 lg:grid-cols-2 lg:gap-16">
      <div className="mx-auto w-full max-w-md">
        <Link to="/" className="inline-flex min-h-11 items-center gap-2 text-berry hover:underline">
          <ArrowLeftIcon /> Back to home
        </Link>
        <h1 className="mb-6 mt-2 text-5xl">{title}</h1>
        {children}
      </div>
      <Picture
        {...formPictures.auth}
        alt=""
        sizes="(min-width: 1024px) 28rem, 0px"
        className="hidden w-full rounded-card object-cover shadow-lift lg:block"
      />
    </div>
  );
}

/** Card of a sign-in page, with full-width submit buttons. */
export const authCard = 'space-y-5 rounded-card border border-line bg-white p-6 [&_[type=submit]]:w-full';

export const busyText = 'One moment...';

export const AuthForm = (form: ActionFormProps) => <ActionForm {...form} busyText={busyText} className={authCard} />;

/** Error of the whole form. The live region is always rendered, so that changes are announced. */
export function Problem({ text }: { text: string }) {
  return (
    <div role="alert">
      {text === '' ? null : (
        <p className="mt-3 rounded-xl border border-berry/30 bg-blush px-4 py-3 text-wine">{text}</p>
      )}
    </div>
  );
}

/** Notice above a sign-in form. */
export function AuthNotice({ children }: { children: ReactNode }) {
  return <p className="mb-4 rounded-xl border border-line bg-blush px-4 py-3">{children}</p>;
}
