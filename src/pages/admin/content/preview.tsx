import { useCallback, useEffect, useRef, useState } from 'react';

import { classes } from '#ui/classes.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { fieldOfText } from './field-of-text.ts';

const widths = { Phone: 390, Desktop: 1440 } as const;
type Device = keyof typeof widths;
const devices = Object.keys(widths) as Device[];

type PreviewProps = {
  /** Page that shows the document. */
  page: string;
  documentKey: string;
  /** A new revision loads the page again. */
  revision: number;
  title: string;
  body: unknown;
  /** Places of fields that are missing or not valid, in words. The page marks them. */
  marked: readonly string[];
  /** Kinds of emails or PDFs to choose from, if the document has these. `kind` is '' otherwise. */
  kinds: readonly { name: string; title: string }[];
  kind: string;
  onKind: (kind: string) => void;
  /** Called with the path of the field whose text was clicked in the page. */
  onPick: (path: string) => void;
};

const maxNamed = 8;

/** Sentence about the fields that the preview cannot show as they are. */
function markedSentence(places: readonly string[]): string {
  const named = places.slice(0, maxNamed).join(', ');
  const rest = places.length - maxNamed;
  return `Missing or not valid, so the preview can’t show it: ${rest > 0 ? `${named} and ${rest} more` : named}.`;
}

/** Elements around a clicked one whose text may be that of a field. */
const maxAround = 6;

/** Returns the path of the field that a clicked element shows, or null. */
function clickedField(body: unknown, clicked: Element): string | null {
  if (clicked.tagName === 'IMG') return fieldOfText(body, clicked.getAttribute('alt') ?? '');
  let around: Element | null = clicked;
  for (let level = 0; around !== null && level < maxAround; level += 1, around = around.parentElement) {
    const path = fieldOfText(body, around.textContent);
    if (path !== null) return path;
  }
  return null;
}

/** The real page with the draft, as wide as on a phone or a computer, scaled to fit. */
export function Preview({
  page,
  documentKey,
  revision,
  title,
  body,
  marked,
  kinds,
  kind,
  onKind,
  onPick,
}: PreviewProps) {
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

  // Another page begins at its top.
  useEffect(() => {
    scrolledTo.current = 0;
  }, [page, kind]);

  const onLoad = (loaded: HTMLIFrameElement) => {
    loaded.contentWindow?.scrollTo(0, scrolledTo.current);
    // In the capture phase, because the page may act on the click.
    loaded.contentDocument?.addEventListener(
      'click',
      (event) => {
        const path = clickedField(body, event.target as Element);
        if (path === null) return;
        // A link or button with an edited text does not act, except one that only unfolds.
        if ((event.target as Element).closest('summary') === null) {
          event.preventDefault();
          event.stopPropagation();
        }
        onPick(path);
      },
      true,
    );
  };

  const width = widths[device];
  const scale = Math.min(1, space.width / width);
  return (
    <section aria-label="Preview" className="flex h-full flex-col">
      <div role="group" aria-label="Preview size" className="mb-2 flex flex-wrap items-center gap-2">
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
        <p className="text-sm text-soft">Click any text to edit it.</p>
      </div>
      {kind === '' ? null : (
        <div className="mb-2 flex flex-wrap items-center gap-3">
          <select
            aria-label={documentKey === 'emails' ? 'Email' : 'PDF'}
            value={kind}
            onChange={({ target }) => onKind(target.value)}
            className="min-h-11 rounded-xl border border-line bg-white px-3"
          >
            {kinds.map((one) => (
              <option key={one.name} value={one.name}>
                {one.title}
              </option>
            ))}
          </select>
          {documentKey === 'emails' ? (
            <ActionForm name="test" submit="Send test email" look="quiet" hidden={{ kind }} />
          ) : null}
        </div>
      )}
      {marked.length === 0 ? null : (
        <p role="status" className="mb-2 rounded-xl border border-amber-500 bg-amber-50 p-3 text-sm wrap-anywhere">
          {markedSentence(marked)}
        </p>
      )}
      <div ref={box} className="relative min-h-0 flex-1 overflow-hidden rounded-card border border-line bg-white">
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the shop's own page, with its session and scripts */}
        <iframe
          ref={frame}
          key={`${page} ${kind} ${revision}`}
          src={`${page}?draft=${documentKey}&revision=${revision}${kind === '' ? '' : `&kind=${kind}`}`}
          title={`Preview of ${title}`}
          onLoad={({ currentTarget }) => onLoad(currentTarget)}
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
