import { useRevalidator, useRouteError } from 'react-router';

import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';

import { Reference } from '../../frame/reference.tsx';
import { Empty } from './empty.tsx';
import { PageHeader } from './page-header.tsx';

/** In place of a list that could not be read, in the admin's frame: what failed, and another try without leaving it. */
export const listFailed = ({ title, failure }: { title: string; failure: string }) => {
  const announce = (element: HTMLElement | null) => {
    if (element !== null) toast({ title: failure, destructive: true });
  };
  return function ListFailed() {
    const error = useRouteError();
    const { revalidate, state } = useRevalidator();
    return (
      <>
        <PageHeader title={title} />
        <div role="alert" ref={announce}>
          <Empty title={failure}>
            <Reference error={error} />
            <Button look="second" className="mt-4" busy={state === 'loading'} onClick={() => void revalidate()}>
              Try again
            </Button>
          </Empty>
        </div>
      </>
    );
  };
};
