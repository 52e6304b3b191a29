import { useRevalidator, useRouteError } from 'react-router';

import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';

import { RequestReference } from '../../frame/page-error.tsx';
import { Empty, AdminPage } from './page.tsx';

type NotOpenedProps = { title: string; what: string; back: { to: string; label: string } };

/** Error page for a record that does not exist or cannot be read. */
export const recordLoadError = ({ title, what, back }: NotOpenedProps) =>
  function NotOpened() {
    const error = useRouteError();
    return (
      <AdminPage title={title} back={back}>
        <div role="alert">
          <Empty title={`This ${what} could not be opened`}>
            <span>Go back to the list, or try again.</span>
            <RequestReference error={error} />
          </Empty>
        </div>
      </AdminPage>
    );
  };

/** Error page for a list that cannot be read, within the admin frame and with a retry button. */
export const listLoadError = ({ title, failure }: { title: string; failure: string }) => {
  const announce = (element: HTMLElement | null) => {
    if (element !== null) toast({ title: failure, destructive: true });
  };
  return function ListFailed() {
    const error = useRouteError();
    const { revalidate, state } = useRevalidator();
    return (
      <AdminPage title={title}>
        <div role="alert" ref={announce}>
          <Empty title={failure}>
            <RequestReference error={error} />
            <Button look="second" className="mt-4" busy={state === 'loading'} onClick={() => void revalidate()}>
              Try again
            </Button>
          </Empty>
        </div>
      </AdminPage>
    );
  };
};
