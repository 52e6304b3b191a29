import { formStyles } from './appearance.ts';

type Listener = (event: unknown) => void;

const sheet = new CSSStyleSheet();
sheet.replaceSync(formStyles);

/** Event listeners by name, with the methods of a Stripe.js element. */
export function emitter() {
  const listeners = new Map<string, Set<Listener>>();
  return {
    on(name: string, listener: Listener) {
      listeners.set(name, (listeners.get(name) ?? new Set<Listener>()).add(listener));
    },
    off(name: string, listener: Listener) {
      listeners.get(name)?.delete(listener);
    },
    emit(name: string, event: unknown) {
      for (const listener of listeners.get(name) ?? []) listener(event);
    },
  };
}

/** Creates an HTML element with attributes and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string>,
  ...children: (Node | string)[]
) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** Creates an element with a shadow root in the sandbox's style. */
export function shadowHost() {
  const host = element('div', {});
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheet];
  return { host, root };
}
