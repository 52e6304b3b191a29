import { useCallback, useEffect, useRef, useState } from 'react';

import { classes } from '#ui/classes.ts';

import { ActionForm } from '../../forms/action-form.tsx';

const widths = { Phone: 390, Computer: 1440 } as const;
type Device = keyof typeof widths;
const devices = Object.keys(widths) as Device[];

type PreviewProps = {
  /** Page that shows the document. */
  page: string;
  documentKey: string;
  /** A new revision loads the page again. */
  revision: number;
  title: string;
  /** Kinds of emails or PDFs to choose from, if the document has these. */
  kinds: readonly { name: string; title: string }[];
};

/** The real page with the draft, as wide as on a phone or a computer, scaled to fit. */
export function Preview({ page, documentKey, revision, title, kinds }: PreviewProps) {
  const [kind, setKind] = useState(kinds[0]?.name ?? '');
  const [device, setDevice] = useState<Device>('Phone');
  const [space, setSpace] = useState({ width: 390, height: 700 });
  const frame = useRef<HTMLIFrameElement>(null);
  const scrolledTo = useRef(0);

  const box = useCallback((element: HTMLDivElement | null) => {
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setSpace({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const remember = () => {
      scrolledTo.current = frame.current?.contentWindow?.scrollY ?? 0;
    };
    const timer = setInterval(remember, 300);
    return () => clearInterval(timer);
  }, []);

  const width = widths[device];
  const scale = Math.min(1, space.width / width);
  return (
    <section aria-label="Preview" className="flex min-h-0 flex-col">
      <div role="group" aria-label="Width of the preview" className="mb-2 flex gap-2">
        {devices.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === device}
            onClick={() => setDevice(one)}
            className={classes(
              'min-h-11 rounded-full border px-4',
              one === device ? 'border-berry bg-blush text-berry' : 'border-line bg-white',
            )}
          >
            {one}
          </button>
        ))}
      </div>
      {kind === '' ? null : (
        <div className="mb-2 flex flex-wrap items-center gap-3">
          <select
            aria-label={documentKey === 'emails' ? 'Email' : 'PDF'}
            value={kind}
            onChange={({ target }) => setKind(target.value)}
            className="min-h-11 rounded-xl border border-line bg-white px-3"
          >
            {kinds.map((one) => (
              <option key={one.name} value={one.name}>
                {one.title}
              </option>
            ))}
          </select>
          {documentKey === 'emails' ? (
            <ActionForm name="test" submit="Send me a test" look="quiet" hidden={{ kind }} />
          ) : null}
        </div>
      )}
      <div ref={box} className="relative min-h-0 flex-1 overflow-hidden rounded-card border border-line bg-white">
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the shop's own page, with its session and scripts */}
        <iframe
          ref={frame}
          key={`${documentKey} ${kind} ${revision}`}
          src={`${page}?draft=${documentKey}&revision=${revision}${kind === '' ? '' : `&kind=${kind}`}`}
          title={`Preview of ${title}`}
          onLoad={({ currentTarget }) => currentTarget.contentWindow?.scrollTo(0, scrolledTo.current)}
          style={{
            width,
            height: space.height / scale,
            transform: `scale(${scale})`,
            marginLeft: Math.max(0, (space.width - width * scale) / 2),
          }}
          className="origin-top-left"
        />
      </div>
    </section>
  );
}
