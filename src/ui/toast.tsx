import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { CloseIcon } from './icons.tsx';
import { newStore } from './store.ts';

export type Toast = {
  title: string;
  description?: string;
  destructive?: boolean;
  durationMs?: number;
  /** Whether it is about a field to which the page leads, and which it must not cover. */
  ofField?: boolean;
};
/** `wasTold`: it was read out in another region than that in which it stands. */
type Shown = Toast & { id: number; wasTold: boolean };

type State = { shown: readonly Shown[]; host: string };

/** The region of the page itself; an open dialog has its own, because everything beside it cannot be reached. */
const page = 'page';
const nothing: State = { shown: [], host: page };

const state = newStore(() => nothing, nothing);
let lastId = 0;

const set = (change: Partial<State>) => state.set({ ...state.get(), ...change });
const dismiss = (id: number) => set({ shown: toasts().filter((toast) => toast.id !== id) });

/** Shows a message in the corner: 4 s, or as long as it says. At most three at once. */
export function toast(message: Toast): void {
  lastId += 1;
  const id = lastId;
  set({ shown: [...toasts(), { ...message, id, wasTold: false }].slice(-3) });
  setTimeout(() => dismiss(id), message.durationMs ?? 4_000);
}

/** Messages appear in the region of this dialog from now on; without one, in the page's. */
export function hostToasts(dialog: string = page): void {
  set({ host: dialog, shown: toasts().map((one) => ({ ...one, wasTold: true })) });
}

/** The messages that can be seen now, oldest first. */
export const toasts = (): readonly Shown[] => state.get().shown;

function Message({ message }: { message: Shown }) {
  return (
    <div
      className={classes(
        'arrive pointer-events-auto flex items-start gap-3 rounded-2xl border bg-white py-2.5 pl-4 pr-2 shadow-lift',
        message.destructive === true ? 'border-berry' : 'border-line',
      )}
    >
      <div className="flex-1">
        <p className={classes('font-medium', message.destructive === true && 'text-berry')}>{message.title}</p>
        {message.description === undefined ? null : <p className="text-sm text-soft">{message.description}</p>}
      </div>
      <IconButton label="Dismiss message" onClick={() => dismiss(message.id)} className="-my-2">
        <CloseIcon />
      </IconButton>
    </div>
  );
}

/**
 * Where nothing is covered that the message may be about: on phones at the top, of a field at the bottom unless the window is too low
 * for both, in a dialog above what stands at its foot.
 */
const places = {
  page: 'justify-start pt-28 pb-6 sm:left-auto sm:w-96 sm:justify-end',
  field: 'justify-start pt-28 pb-6 sm:left-auto sm:w-96 sm:justify-end [@media(height>=41rem)]:justify-end',
  dialog: 'justify-end pb-48',
};

/**
 * The two regions in which messages appear: there from the start, so that they are announced. One that moves into a dialog, or out of
 * it, stands beside them: it was read out before. So were those that stand there when another comes.
 */
export function ToastRegion({ dialog }: { dialog?: string }) {
  const { shown, host } = state.use();
  const messages = host === (dialog ?? page) ? shown : [];
  const place = messages.some(({ ofField }) => ofField === true) ? places.field : places.page;
  const list = 'flex flex-col gap-2';
  const draw = (isIn: (one: Shown) => boolean) =>
    messages.filter(isIn).map((one) => <Message key={one.id} message={one} />);
  return (
    <div
      className={classes(
        'pointer-events-none fixed inset-x-4 inset-y-0 z-50 flex flex-col gap-2 sm:right-6',
        dialog === undefined ? place : places.dialog,
      )}
    >
      <div className={classes(list, 'empty:hidden')}>{draw(({ wasTold }) => wasTold)}</div>
      <div role="status" aria-atomic="false" className={list}>
        {draw((one) => !one.wasTold && one.destructive !== true)}
      </div>
      <div role="alert" aria-atomic="false" className={list}>
        {draw((one) => !one.wasTold && one.destructive === true)}
      </div>
    </div>
  );
}
