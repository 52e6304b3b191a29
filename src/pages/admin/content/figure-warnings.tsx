import type { FigureWarning } from '#modules/content/claims-check.ts';

type FigureWarningsProps = { warnings: readonly FigureWarning[]; onPick: (path: string) => void };

/** Sentences that differ from the shop's facts, each with a button to its field. */
export function FigureWarnings({ warnings, onPick }: FigureWarningsProps) {
  return (
    <div role="status">
      {warnings.length === 0 ? null : (
        <div className="mb-4 rounded-xl border border-gold bg-blush p-4 text-sm">
          <p className="font-medium">
            {warnings.length === 1
              ? '1 text differs from the shop’s facts'
              : `${warnings.length} texts differ from the shop’s facts`}
          </p>
          <ul className="mt-2 space-y-2">
            {warnings.map(({ path, text }) => (
              <li key={`${path} ${text}`}>
                <span>{`${text} `}</span>
                <button
                  type="button"
                  onClick={() => onPick(path)}
                  className="min-h-6 text-berry underline underline-offset-4"
                >
                  Go to the text
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
