import { ButtonLink } from '#ui/button.tsx';

type PdfLinkProps = {
  to: string;
  name: string;
  /** Rest of the name for screen readers, where several links have the same one. */
  of?: string;
};

/** Button that opens a document of an order in a new tab. */
export function PdfLink({ to, name, of = '' }: PdfLinkProps) {
  return (
    <ButtonLink to={to} look="second" reloadDocument target="_blank">
      <span>{name}</span>
      <span className="sr-only">{`${of} (PDF, opens in a new tab)`}</span>
    </ButtonLink>
  );
}
