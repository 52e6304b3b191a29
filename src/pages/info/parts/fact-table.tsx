type FactTableProps = { facts: readonly { label: string; value: string }[] };

/** Labels and their values, one line each. */
export function FactTable({ facts }: FactTableProps) {
  return (
    <dl>
      {facts.map(({ label, value }) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-6 border-b border-line py-3 first:border-t">
          <dt className="text-soft">{label}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
