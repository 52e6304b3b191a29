import { parseAst, Visitor, type ESTree, type Plugin } from 'vite';

type Span = { start: number; end: number };

/**
 * Parts of one router file that no page reaches in a browser: functions with what remains of their
 * bodies, conditions with their results, and calls.
 */
type Unreached = {
  functions?: Record<string, string>;
  conditions?: Record<string, boolean>;
  calls?: readonly string[];
};

const nothing = '';
const refuses = (what: string) => `throw Error('The build leaves ${what} out: vite.router.ts')`;

const unreached: Record<string, Unreached> = {
  'router/router.js': {
    functions: {
      fetch: refuses('fetchers'),
      getFetcher: refuses('fetchers'),
      resetFetcher: nothing,
      deleteFetcher: nothing,
      queueFetcherForDeletion: nothing,
      abortFetcher: nothing,
      abortStaleFetchLoads: nothing,
      markFetchRedirectsDone: nothing,
      getBlocker: refuses('blockers'),
      deleteBlocker: nothing,
      shouldBlockNavigation: nothing,
      restoreAppliedTransitions: nothing,
      persistAppliedTransitions: nothing,
      checkFogOfWar: 'return { active: false, matches: null };',
      patchRoutes: nothing,
      dispose: nothing,
      defaultDataStrategyWithMiddleware: nothing,
      runClientMiddlewarePipeline: 'return handler();',
    },
    conditions: {
      isFogOfWar: false,
      'init.instrumentations': false,
      'future.unstable_routePatternMatching': false,
      'opts?.mask': false,
      'typeof route.lazy === "function"': false,
      'pendingAction === "POP" && !isUninterruptedRevalidation && location !== state.location': false,
      pendingViewTransitionEnabled: false,
    },
    calls: ['fetchLoadMatches.forEach', 'revalidatingFetchers.forEach'],
  },
  'components.js': {
    conditions: {
      '!viewTransitionOpts || !isViewTransitionAvailable': true,
      'renderDfd && pendingState && router.window': false,
    },
  },
  'hooks.js': { functions: { RSCErrorHandler: 'return children;' } },
  'dom/lib.js': {
    functions: { useViewTransitionState: 'return false;' },
    conditions: { mask: false, 'options.navigate === false': false },
  },
  'dom/ssr/components.js': {
    functions: { usePrefetchBehavior: 'return [false, null, {}];', PrefetchPageLinks: 'return null;' },
    conditions: { '!isStatic': true },
  },
  'dom/ssr/single-fetch.js': { functions: { nonSsrStrategy: nothing, singleFetchLoaderFetcherStrategy: nothing } },
};

/**
 * Files that the router only asks whether they are enabled: lazy route discovery and
 * instrumentation.
 */
const off = new Set(['dom/ssr/fog-of-war.js', 'router/instrumentation.js']);

/** Ways in which a page would use the removed code. */
const use =
  /\b(useFetchers?|fetcherKey|useBlocker|usePrompt|viewTransition|prefetch|PrefetchPageLinks|mask|clientMiddleware|instrumentations)\b|\bnavigate(=\{|: )(false|!1)/;

const exported = /export \{([^}]*)\};\s*$/;

function switchedOff(file: string, code: string): string {
  const names = exported.exec(code)?.[1];
  if (names === undefined) throw new Error(`The router's ${file} exports in another way than known`);
  return names
    .split(',')
    .map((name) => `export const ${name.trim()} = () => undefined;`)
    .join('');
}

type Edit = Span & { text: string };

/** Names of functions that warn or assert. Their messages are for developers who use the router. */
const warning = /^(warning|warnOnce|warningOnce)$/;
const invariant = /^(UNSAFE_)?invariant$/;

function editsOf(code: string, { functions = {}, conditions = {}, calls = [] }: Unreached) {
  const bodies = new Map(Object.entries(functions));
  const answers = new Map(Object.entries(conditions));
  const missing = new Set([...bodies.keys(), ...answers.keys(), ...calls]);
  const edits: Edit[] = [];
  const textOf = ({ start, end }: Span) => code.slice(start, end);
  const put = ({ start, end }: Span, text: string) => edits.push({ start, end, text });
  const answer = ({ test }: { test: ESTree.Expression }) => {
    const known = answers.get(textOf(test));
    if (known === undefined) return;
    missing.delete(textOf(test));
    put(test, `${known}`);
  };
  new Visitor({
    FunctionDeclaration({ id, body }) {
      const left = bodies.get(id?.name ?? '');
      if (left === undefined || body === null) return;
      missing.delete(id?.name ?? '');
      put(body, `{ ${left} }`);
    },
    IfStatement: answer,
    ConditionalExpression: answer,
    CallExpression(call) {
      const name = textOf(call.callee);
      missing.delete(name);
      const [checked, sentence] = call.arguments;
      if (calls.includes(name) || warning.test(name)) put(call, 'void 0');
      else if (invariant.test(name) && checked !== undefined && sentence !== undefined)
        put({ start: checked.end, end: sentence.end }, '');
    },
  }).visit(parseAst(code));
  return { edits, missing };
}

/** Returns the code with the edits applied. An edit nested in another edit is skipped. */
function edited(code: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    if (edit.start < end) continue;
    parts.push(code.slice(end, edit.start), edit.text);
    end = edit.end;
  }
  return parts.join('') + code.slice(end);
}

/** Returns the browser version of a file, or null if it is unchanged. */
export function inBrowser(id: string, code: string): string | null {
  const used = id.includes('/node_modules/') || !code.includes('react-router') ? null : use.exec(code);
  if (used !== null) throw new Error(`${id} uses what vite.router.ts leaves out of the router: ${used[0]}`);
  const file = /\/react-router\/dist\/production\/lib\/(.+)$/.exec(id)?.[1];
  if (file === undefined) return null;
  if (off.has(file)) return switchedOff(file, code);
  const { edits, missing } = editsOf(code, unreached[file] ?? {});
  if (missing.size > 0) throw new Error(`The router's ${file} has no ${[...missing].join(', ')} any more`);
  return edited(code, edits);
}

/**
 * Removes router code that the shop does not use and that no bundler can detect. This covers data
 * without navigation (fetchers), blockers, view transitions, preloading, masks, middleware in the
 * browser, and the text of its checks. The build fails if the router differs from the known
 * version, or if a page uses removed code.
 */
export const routerInBrowser: Plugin = {
  name: 'router-in-browser',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, id) {
    const left = inBrowser(id, code);
    return left === null ? null : { code: left, map: null };
  },
};
