import { data } from 'react-router';

import { NotFound } from '../frame/not-found.tsx';

/** Answers 404 for every address outside the page table. */
export function loader() {
  return data(null, { status: 404 });
}

export default function NotFoundPage() {
  return <NotFound />;
}
