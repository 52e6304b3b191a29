/** Who may import whom: the rules of ARCHITECTURE.md. Each rule's comment says what to do instead. */

const module$ = '^src/modules/([^/]+/[^/]+)/';
const own = '^src/modules/$1/';
const tests = '\\.test\\.tsx?$';

/**
 * The groups of `src/modules`, lowest first, and what a module may use of its own group. A module may use every module of the
 * groups that its group stands on; nothing below knows what stands above it.
 */
const groups = {
  ground: {
    on: [],
    modules: { audit: [], email: [], payments: [], settings: ['audit'], 'outgoing-webhooks': ['audit'] },
  },
  people: {
    on: ['ground'],
    modules: { security: [], consent: [], accounts: ['security'], 'personal-data': ['accounts'] },
  },
  buying: {
    on: ['ground', 'people'],
    modules: {
      catalog: ['discounts/promotions'],
      orders: ['catalog', 'discounts/redemptions'],
      'meta-conversions': ['orders'],
      cart: ['catalog', 'meta-conversions', 'discounts/promotions'],
      discounts: ['cart', 'catalog'],
      shipping: ['cart', 'catalog'],
      tax: [],
      checkout: ['cart', 'catalog', 'discounts', 'meta-conversions', 'orders', 'shipping', 'tax'],
    },
  },
  after: {
    on: ['ground', 'people', 'buying'],
    modules: { tracking: [], pdfs: [], addresses: [], 'habit-tracker': [], reviews: [], contact: [] },
  },
  persuading: {
    on: ['ground', 'people', 'buying'],
    modules: { quiz: [], seo: [], experiments: [], marketing: [], automations: ['marketing'] },
  },
  owner: {
    on: ['ground', 'people', 'buying', 'after', 'persuading'],
    modules: { dashboard: [], analytics: [], 'web-analytics': [], 'api-keys': [] },
  },
};

const moduleRules = Object.entries(groups).flatMap(([group, { on, modules }]) =>
  Object.entries(modules).map(([name, allowed]) => ({
    name: `modules-below-${name}`,
    comment: `${name} may use only ${[...on, ...allowed].join(', ') || 'no other module'}. A higher module passes what is needed in.`,
    severity: 'error',
    from: { path: `^src/modules/${group}/${name}/`, pathNot: tests },
    to: {
      path: '^src/modules/',
      pathNot: `^src/modules/(calls\\.ts$|${[...on, ...[name, ...allowed].map((one) => `${group}/${one}`)].map((one) => `${one}/`).join('|')})`,
    },
  })),
);

/** A module that stands in no group would be held by no rule. */
const known = Object.entries(groups).flatMap(([group, { modules }]) =>
  Object.keys(modules).map((one) => `${group}/${one}`),
);

module.exports = {
  forbidden: [
    ...moduleRules,
    {
      name: 'modules-stand-in-a-group',
      comment: 'A module stands in one of the groups above, with the list of what it may use.',
      severity: 'error',
      from: {},
      to: { path: '^src/modules/.*/', pathNot: `^src/modules/(${known.join('|')})/` },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one thing, or need a third below them.',
      severity: 'error',
      from: { pathNot: tests },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'nothing-above-server',
      comment: 'The process and the composition root know everything; nothing knows them.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '^src/app/(main|server|api\\.server|shop\\.server|start-up\\.server|pages\\.server)\\.ts$',
          '^src/operate/',
          tests,
        ],
      },
      to: { path: '^src/app/(main|server|api\\.server|shop\\.server|start-up\\.server|pages\\.server)\\.ts$' },
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
          '^src/operate/command\\.server\\.ts$',
          '^src/platform/env/',
          '^src/platform/db/unavailable\\.server\\.ts$',
          '/rules\\.ts$',
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
      name: 'repo-is-private',
      comment: 'Only the module itself talks to its tables; others call its service.',
      severity: 'error',
      from: { path: module$, pathNot: tests },
      to: { path: '/repo\\.server\\.ts$', pathNot: own },
    },
    {
      name: 'tables-are-private',
      comment:
        "A module reads its own tables only. Use a function of the owner's service; where it must stay one statement, columns or a condition that the owner exports under a name (discounts/promotions/columns, orders/sales). Foreign keys name tables of others, and so do reports across modules: they stand in analytics/reports, and nowhere else.",
      severity: 'error',
      from: { path: module$, pathNot: [tests, '/tables\\.server\\.ts$', '^src/modules/analytics/reports/'] },
      to: { path: '^src/modules/.*/tables\\.server\\.ts$', pathNot: own },
    },
    {
      name: 'repo-is-not-for-pages',
      comment: 'Pages call services.',
      severity: 'error',
      from: { path: '^src/(pages/|app/|[^/]+$)' },
      to: { path: '/repo\\.server\\.ts$' },
    },
    {
      name: 'routes-are-private',
      comment: 'Only the composition root mounts routes.',
      severity: 'error',
      from: { path: '^src/(modules|pages)/', pathNot: [tests, 'service\\.server\\.ts$'] },
      to: { path: '^src/modules/.*routes\\.server\\.ts$' },
    },
    {
      name: 'rules-are-pure',
      comment:
        "Rules use rules, shared and the brand's words: no I/O, clock or randomness; of other files their types only.",
      severity: 'error',
      from: { path: '/rules\\.ts$' },
      to: {
        pathNot: ['/rules\\.ts$', '^src/shared/', '/contract\\.ts$', '^content/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-server-code-in-the-browser',
      comment: 'Components get data from loaders and the API.',
      severity: 'error',
      from: { path: '^src/(ui|modules/[^/]+/[^/]+/ui)/', pathNot: tests },
      to: { path: '\\.server\\.tsx?$' },
    },
    {
      name: 'contracts-are-types-in-the-browser',
      comment: 'zod must not reach the browser: `import type` only.',
      severity: 'error',
      from: { path: '^src/(ui/|modules/[^/]+/[^/]+/ui/|modules/calls\\.ts$)', pathNot: tests },
      to: { path: '/contract\\.ts$', dependencyTypesNot: ['type-only'] },
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
        'The shop knows its provider; that the sandbox may stand in for it, modules/payments knows alone.',
      severity: 'error',
      from: {
        path: '^(src|content|db|scripts)/',
        pathNot: [tests, '^src/modules/payments/service\\.server\\.ts$'],
      },
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
