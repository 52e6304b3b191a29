/**
 * Allowed imports: the layers of ARCHITECTURE.md as data. Each rule's comment says what to do
 * instead.
 */

const module$ = '^src/modules/([^/]+)/';
const own = '^src/modules/$1/';
const tests = '\\.test\\.tsx?$';

/** Pure files of a module: neither server code nor a schema, a component or a test. */
const pure = '^src/modules/[^/]+/(?!.*\\.(server|schema|test)\\.ts$)[^/]+\\.ts$';

/**
 * Layers of `src/modules`, lowest first. A module may use every module of the layers below its own,
 * and the modules of its own layer that are listed here. These are written above it, so that no
 * modules use each other in a circle.
 */
const layers = [
  {
    audit: [],
    content: ['audit'],
    email: ['audit', 'content', 'settings'],
    payments: ['audit', 'settings'],
    settings: ['audit', 'content'],
    'shop-events': [],
    'team-notes': ['audit'],
    webhooks: ['audit'],
  },
  { accounts: [], notifications: ['accounts'], privacy: ['accounts'] },
  {
    shipping: [],
    promotions: ['shipping'],
    catalog: ['promotions'],
    tax: [],
    cart: ['catalog', 'promotions'],
    discounts: ['cart', 'catalog', 'promotions'],
    orders: ['catalog', 'discounts', 'shipping', 'tax'],
    conversions: ['orders'],
    checkout: ['cart', 'catalog', 'conversions', 'discounts', 'orders', 'promotions', 'shipping', 'tax'],
  },
  { contact: [], 'habit-tracker': [], 'phone-orders': [], reviews: [] },
  { marketing: [], quiz: [], seo: [] },
  { analytics: ['customers'], api: [], books: [], customers: [], 'sample-data': ['books'] },
];

const namesOf = (layer) => Object.keys(layer);
const known = layers.flatMap(namesOf);

const moduleRules = layers.flatMap((layer, index) =>
  Object.entries(layer).map(([name, siblings]) => {
    const allowed = [...layers.slice(0, index).flatMap(namesOf), ...siblings];
    return {
      name: `modules-below-${name}`,
      comment: `${name} may use only ${allowed.join(', ') || 'no other module'}. A higher module passes in what is needed.`,
      severity: 'error',
      from: { path: `^src/modules/${name}/`, pathNot: tests },
      to: {
        path: '^src/modules/',
        pathNot: `^src/modules/(api-client\\.ts$|(${[name, ...allowed].join('|')})/)`,
      },
    };
  }),
);

module.exports = {
  forbidden: [
    ...moduleRules,
    {
      name: 'every-module-has-a-layer',
      comment: 'Each module is listed in one of the layers above.',
      severity: 'error',
      from: {},
      to: { path: '^src/modules/.*/', pathNot: `^src/modules/(${known.join('|')})/` },
    },
    {
      name: 'no-cycles',
      comment:
        'Merge two files that import each other, or move the shared part into a third file. Imports of types count.',
      severity: 'error',
      from: { pathNot: tests },
      to: { circular: true },
    },
    {
      name: 'nothing-above-server',
      comment: 'The process and the composition root know everything; nothing knows them.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/(app|operate)/', tests],
      },
      to: {
        path: '^src/app/(main|server|api\\.server|shop\\.server|start-up-messages\\.server|page-handler\\.server)\\.ts$',
      },
    },
    {
      name: 'shared-is-the-ground',
      comment: 'shared is pure and runs anywhere.',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { path: '^src/(modules|pages|ui|platform)/' },
    },
    {
      name: 'ui-knows-no-shop',
      comment: 'The design system uses shared only.',
      severity: 'error',
      from: { path: '^src/ui/' },
      to: { path: '^(src/(modules|pages|platform)|content)/' },
    },
    {
      name: 'platform-knows-no-shop',
      comment: 'The platform uses shared only.',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^(src/(modules|pages|ui)|content)/' },
    },
    {
      name: 'operate-stands-beside',
      comment: 'What an operator uses looks at the shop from outside; only the composition root mounts it.',
      severity: 'error',
      from: { path: '^src/(modules|pages|platform|ui|shared)/', pathNot: tests },
      to: { path: '^src/operate/' },
    },
    {
      name: 'commands-answer-at-once',
      comment:
        'A command imports what it needs when it knows that it was called well: what is said of its call waits for nothing.',
      severity: 'error',
      from: { path: '^(src/operate/([^/.]+|command\\.server)|scripts/make-admin)\\.ts$' },
      to: {
        path: '^src/',
        pathNot: [
          '^src/operate/run-command\\.server\\.ts$',
          '^src/platform/env/',
          '^src/platform/db/database-errors\\.server\\.ts$',
          pure,
        ],
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'modules-below-pages',
      comment: 'A page passes what a module must show.',
      severity: 'error',
      from: { path: '^src/modules/', pathNot: tests },
      to: { path: '^src/pages/' },
    },
    {
      name: 'tables-are-private',
      comment:
        'A module reads its own tables only. Use a function of the owner, or columns and conditions that the owner exports for one statement (promotions/promotions.server, orders/sales). Two kinds of files may name them: `tables` for foreign keys, and `<what>-report.queries` to read.',
      severity: 'error',
      from: {
        path: module$,
        pathNot: [tests, '/tables\\.server\\.ts$', '-report\\.queries\\.server\\.ts$'],
      },
      to: { path: '^src/modules/.*tables\\.server\\.ts$', pathNot: own },
    },
    {
      name: 'routes-are-private',
      comment: 'Only the composition root mounts routes.',
      severity: 'error',
      from: { path: '^src/(modules|pages)/', pathNot: tests },
      to: { path: '^src/modules/.*\\.routes\\.server\\.ts$' },
    },
    {
      name: 'pure-files-are-pure',
      comment:
        "A pure file uses pure files, shared and the brand's words: no I/O, clock or randomness. Of other files it uses types only.",
      severity: 'error',
      from: { path: pure },
      to: {
        pathNot: [pure, '^src/shared/', '\\.schema\\.ts$', '^content/', '^src/modules/api-client\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-server-code-in-the-browser',
      comment: 'Components get data from loaders and the API.',
      severity: 'error',
      from: { path: '^src/(ui/|modules/[^/]+/(ui/|[^/]+(?<!\\.server)\\.tsx$))', pathNot: tests },
      to: { path: '\\.server\\.tsx?$' },
    },
    {
      name: 'schemas-are-types-in-the-browser',
      comment: 'zod must not reach the browser: `import type` only.',
      severity: 'error',
      from: {
        path: '^src/(ui/|modules/[^/]+/(ui/|[^/]+(?<!\\.server)\\.tsx$)|modules/api-client\\.ts$)',
        pathNot: tests,
      },
      to: { path: '\\.schema\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'components-know-no-content',
      comment:
        'Components get texts and pictures from loaders: what is in content/ is only the default of an empty shop.',
      severity: 'error',
      from: {
        path: '^src/(ui/|modules/[^/]+/(ui/|[^/]+(?<!\\.server)\\.tsx$)|pages/.*(?<!\\.server)\\.tsx$)',
        pathNot: tests,
      },
      to: { path: '^content/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sandbox-knows-no-shop',
      comment: 'The package stands by itself: what it needs of the shop is passed in.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(src|content|db|tests|scripts|bench)/' },
    },
    {
      name: 'sandbox-in-one-place',
      comment:
        'The shop knows its provider; that the sandbox may stand in for it, modules/payments knows alone. The samples of an empty shop fill it.',
      severity: 'error',
      from: { path: '^(src|content|scripts)/', pathNot: [tests, '^src/modules/payments/'] },
      to: { path: '^(packages/|node_modules/@halorosa/)' },
    },
    {
      name: 'no-orphans-from-tests',
      comment: 'The shop never needs its tests.',
      severity: 'error',
      from: { path: '^(src|packages|content|db|scripts)/', pathNot: tests },
      to: { path: '^tests/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['\\.react-router', '\\+types'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css'],
    },
  },
};
