import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { CloseIcon } from './icons.tsx';
import { createStore } from './store.ts';

export type Toast = {
  title: string;
  description?: string;
  destructive?: boolean;
  durationMs?: number;
  /** A message replaces the earlier one of its group. */
  group?: string;
  /** True when the message is about a field on the page, which it must not cover. */
  ofField?: boolean;
};
/** `wasTold`: already announced in another live region than the one that shows it now. */
type Shown = Toast & { id: number; wasTold: boolean };

type State = { shown: readonly Shown[]; host: string };

/**
 * Region of the page itself. An open dialog has its own, because everything outside it is inert.
 */
const page = 'page';
const nothing: State = { shown: [], host: page };

const state = createStore(() => nothing, nothing);
let lastId = 0;

const set = (change: Partial<State>) => state.set({ ...state.get(), ...change });
const dismiss = (id: number) => set({ shown: toasts().filter((toast) => toast.id !== id) });

/**
 * Shows a message in the corner for `durationMs` (default 4 s). At most three are shown at once.
 */
export function toast(message: Toast): void {
  lastId += 1;
  const id = lastId;
  const others = toasts().filter(({ group }) => group === undefined || group !== message.group);
  set({ shown: [...others, { ...message, id, wasTold: false }].slice(-3) });
  setTimeout(() => dismiss(id), message.durationMs ?? 4_000);
}

/** Shows messages in this dialog's region from now on, or in the page's if omitted. */
export function hostToasts(dialog: string = page): void {
  set({ host: dialog, shown: toasts().map((one) => ({ ...one, wasTold: true })) });
}

/** Visible messages, oldest first. */
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
 * Positions that do not cover what the message is about.
 * Phones: at the top; for a field, at the bottom unless the window is too low for both.
 * Dialogs: above the dialog's footer.
 */
const positions = {
  page: 'justify-start pt-28 pb-6 sm:left-auto sm:w-96 sm:justify-end',
  field: 'justify-start pt-28 pb-6 sm:left-auto sm:w-96 sm:justify-end [@media(height>=41rem)]:justify-end',
  dialog: 'justify-end pb-48',
};

/**
 * Live regions for messages. They are always rendered, because new live regions are not announced.
 * A message that moves into or out of a dialog was announced before, so it goes to a silent list.
 * The same holds for older messages when another one arrives.
 */
export function ToastRegion({ dialog }: { dialog?: string }) {
  const { shown, host } = state.use();
  const messages = host === (dialog ?? page) ? shown : [];
  const position = messages.some(({ ofField }) => ofField === true) ? positions.field : positions.page;
  const list = 'flex flex-col gap-2';
  const draw = (isIn: (one: Shown) => boolean) =>
    messages.filter(isIn).map((one) => <Message key={one.id} message={one} />);
  return (
    <div
      className={classes(
        'pointer-events-none fixed inset-x-4 inset-y-0 z-50 flex flex-col gap-2 sm:right-6',
        dialog === undefined ? position : positions.dialog,
      )}
    >
      <div className={classes(list, 'empty:hidden')}>{draw(({ wasTold: isAnnounced }) => isAnnounced)}</div>
      <div role="status" aria-atomic="false" className={list}>
        {draw((one) => !one.wasTold && one.destructive !== true)}
      </div>
      <div role="alert" aria-atomic="false" className={list}>
        {draw((one) => !one.wasTold && one.destructive === true)}
      </div>
    </div>
  );
}
