import { useRouteError } from 'react-router';

import { Reference } from '../../frame/reference.tsx';
import { Empty } from './empty.tsx';
import { PageHeader } from './page-header.tsx';

type NotOpenedProps = { title: string; what: string; back: { to: string; label: string } };

/** What an admin's page shows when the thing that it is about does not exist or cannot be read. */
export const notOpened = ({ title, what, back }: NotOpenedProps) =>
  function NotOpened() {
    const error = useRouteError();
    return (
      <>
        <PageHeader title={title} back={back} />
        <div role="alert">
          <Empty title={`This ${what} could not be opened`}>
            Look for it in the list, or try again.
            <Reference error={error} />
          </Empty>
        </div>
      </>
    );
  };
