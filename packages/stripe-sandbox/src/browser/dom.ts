import { look } from './look.ts';

type Listener = (event: unknown) => void;

const sheet = new CSSStyleSheet();
sheet.replaceSync(look);

/** Listeners by the name of their event, as an element of Stripe.js has them. */
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

/** An HTML element with its attributes and children. */
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

/** An element with a shadow of its own, in the sandbox's look. */
export function shadowHost() {
  const host = element('div', {});
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheet];
  return { host, root };
}
