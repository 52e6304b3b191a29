import { parseAst, Visitor, type ESTree, type Plugin } from 'vite';

type Span = { start: number; end: number };

/**
 * What of one file of the router no page of the shop reaches in a browser: functions, with what is left of their bodies; conditions,
 * with their answers; calls.
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

/** Files that the router asks only whether they are switched on: finding routes by and by, and instrumentation. */
const off = new Set(['dom/ssr/fog-of-war.js', 'router/instrumentation.js']);

/** How a page would use what is left out. */
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

/** Checks what a warning or an invariant is about; its sentence is for the router's own users. */
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

/** The code with the edits made; an edit within the place of another one is none. */
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

/** The code of a file as the browser gets it; null where it stays as it is. */
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
 * Leaves out of the browser's router what the shop does not use, which no bundler can tell: data without going to a page (fetchers),
 * blockers, view transitions, preloading, masks, middleware in the browser, and the words of its checks. The build stops where the
 * router is another one than known, and where a page uses what is left out.
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
