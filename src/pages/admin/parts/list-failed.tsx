import { useEffect } from 'react';
import { useRevalidator, useRouteError } from 'react-router';

import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';

import { Reference } from '../../frame/reference.tsx';
import { Empty } from './empty.tsx';
import { PageHeader } from './page-header.tsx';

/** In place of a list that could not be read, in the admin's frame: what failed, and another try without leaving it. */
export function ListFailed({ title, failure }: { title: string; failure: string }) {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  useEffect(() => toast({ title: failure, destructive: true }), [failure]);
  return (
    <>
      <PageHeader title={title} />
      <div role="alert">
        <Empty title={failure}>
          <Reference error={error} />
          <Button look="second" className="mt-4" busy={state === 'loading'} onClick={() => void revalidate()}>
            Try again
          </Button>
        </Empty>
      </div>
    </>
  );
}
