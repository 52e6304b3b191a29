import { spawn } from 'node:child_process';

import { webkitProgram } from '../../../scripts/installed-programs.ts';
import { startDaemon } from '../../cluster/support/daemon.ts';
import { untilTrue } from '../../outside/support/steady-load.ts';
import { freePort } from '../../support/postgres-cluster.ts';

/** Starts a virtual screen on a free display number. */
async function startScreen() {
  const child = spawn('Xvfb', ['-displayfd', '1', '-nolisten', 'tcp', '-screen', '0', '1920x1200x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const endNow = () => void child.kill('SIGKILL');
  process.once('exit', endNow);
  const display = await new Promise<string>((done, failed) => {
    child.stdout.once('data', (chunk: Buffer) => done(`:${chunk.toString().trim()}`));
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`Xvfb ended with ${code}`)));
  });
  return { display, end: endNow };
}

/**
 * Script that returns the text pieces of the page below `root`. Skips texts for browsers without
 * scripts.
 */
const textPieces = `(root) => {
  const pieces = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (data.trim() !== '' && parentElement?.closest('script, style, noscript') === null) pieces.push(data);
  }
  return pieces;
}`;

/**
 * Script that returns all matching elements that are visible and enabled, including those in shadow
 * trees.
 */
const shown = `(selector) => {
  const below = (root) => [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? below(one.shadowRoot) : [])]);
  const isShown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && one.closest('[inert]') === null;
  return below(document).filter((one) => one.matches(selector) && isShown(one));
}`;

const reference = 'element-6066-11e4-a52e-4f735466cecf';
type Element = { [reference]: string };

/**
 * Opens WebKit, the engine of Safari, with one window. Uses a few WebDriver calls of Debian's
 * driver, which need no library.
 */
export async function openWebKit(url: string) {
  const screen = await startScreen();
  const port = await freePort();
  const program = 'WebKitWebDriver';
  const driver = startDaemon({ program, args: [`--port=${port}`], env: { DISPLAY: screen.display } });
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...sent });
    const { value } = (await answer.json()) as { value: T };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const isReady = () =>
    ask('GET', '/status').then(
      () => true,
      () => false,
    );
  await untilTrue('the driver answers', 20_000, isReady);
  const options = { binary: webkitProgram(), args: ['--automation'] };
  const capabilities = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options };
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: capabilities },
  });
  const at = `/session/${sessionId}`;
  const run = <T>(script: string, ...args: unknown[]) => ask<T>('POST', `${at}/execute/sync`, { script, args });
  const untilSo = (what: string, script: string) => untilTrue(what, 20_000, () => run<boolean>(script));
  /** Returns the first matching element whose name begins with `name`, once there is one. */
  const find = async (selector: string, name: RegExp): Promise<Element> => {
    let found: Element | null = null;
    const look = async () => {
      found = await run<Element | null>(
        `const name = (one) => (one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent).trim();
        return (${shown})(arguments[0]).find((one) => new RegExp(arguments[1]).test(name(one))) ?? null`,
        selector,
        name.source,
      );
      return found !== null;
    };
    await untilTrue(`${selector} named ${name}`, 15_000, look);
    if (found === null) throw new Error(`no ${selector} named ${name}`);
    return found;
  };
  /** Acts on an element. Retries while the element is moved, covered or replaced. */
  const act = (selector: string, name: RegExp, [action, body]: [action: string, body: object]) =>
    untilTrue(`${action} of ${selector} named ${name}`, 15_000, async () => {
      const element = await find(selector, name);
      await run(`arguments[0].scrollIntoView({ behavior: 'instant', block: 'center' })`, element);
      return ask('POST', `${at}/element/${element[reference]}/${action}`, body).then(
        () => true,
        () => false,
      );
    });
  return {
    run,
    size: (width: number, height: number) => ask('POST', `${at}/window/rect`, { width, height }),
    /** Opens a page. Resolves when the page is interactive. */
    async open(path: string) {
      await ask('POST', `${at}/url`, { url: `${url}${path}` });
      await untilSo(`${path} answers`, answering);
    },
    untilSo,
    press: (name: RegExp) => act('button, a', name, ['click', {}]),
    fill: (name: RegExp, text: string) => act('input', name, ['value', { text }]),
    async choose(name: RegExp, value: string) {
      const select = await find('select', name);
      await run(
        `arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change', { bubbles: true }))`,
        select,
        value,
      );
    },
    async until(text: RegExp) {
      const says = () => run<string>('return document.body.innerText');
      try {
        await untilTrue(`the page says ${text}`, 20_000, async () => text.test(await says()));
      } catch (error) {
        throw new Error(`${String(error)}; it says: ${await says()}`, { cause: error });
      }
    },
    /** Texts of the main part that were only sent, and texts that only the browser shows. */
    differences: () =>
      run<{ sent: string[]; made: string[] }>(
        `const pieces = ${textPieces};
        const asked = new XMLHttpRequest();
        asked.open('GET', location.href, false);
        asked.send();
        const sent = pieces(new DOMParser().parseFromString(asked.responseText, 'text/html').querySelector('main'));
        const made = pieces(document.querySelector('main'));
        return { sent: sent.filter((one) => !made.includes(one)), made: made.filter((one) => !sent.includes(one)) }`,
      ),
    async close() {
      await ask('DELETE', at).catch(() => undefined);
      await driver.kill();
      screen.end();
    },
  };
}

/**
 * True when React has taken over a page that the router rendered. React's root reports that once
 * all of it is hydrated or, where it differed, rendered again.
 */
const answering = `
  const key = Object.keys(document).find((one) => one.startsWith('__reactContainer'));
  const isMade = key !== undefined && document[key].stateNode.current.memoizedState.isDehydrated === false;
  return document.readyState === 'complete' && (isMade || !('__reactRouterContext' in window))`;
