/**
 * Which part of the code may import which, as lint rules. Each boundary names its files, and each rule's message says where
 * the code should go instead. All rules for a file are put together here, since the linter lets one override replace another.
 */
interface ImportRule {
  /** The import's text, as written. */
  regex: string
  message: string
  /** Whether a type may be imported all the same. */
  allowTypeImports?: boolean
}

interface Boundary {
  files: string[]
  forbids: ImportRule[]
}

const ours = (names: string, message: string): ImportRule => ({ regex: `^@knockwire/(${names})(/|$)`, message })

const throughExports: ImportRule = {
  regex: '^@knockwire/[^/]+/(src|migrations)/',
  message: "Import another package by its exported path, without 'src' and '.ts': '@knockwire/db/client'.",
}
const noPathsIntoPackages: ImportRule = {
  regex: '^(\\.\\./)+([^.].*/)?src/',
  message: "Import another package by its name; what two apps need belongs in 'packages/'.",
}
const noApps: ImportRule = ours(
  'api|executor|web|site|cli',
  'Apps never import apps: a rule or a wire shape belongs in packages/domain, a change that both apps make in packages/services.',
)
const everywhere: ImportRule[] = [throughExports, noPathsIntoPackages, noApps]

const noSql = (instead: string): ImportRule => ({
  regex: '^(drizzle-orm|pg)(/|$)|^@knockwire/db/(schema/|client$)',
  allowTypeImports: true,
  message: `SQL belongs in a feature's service functions and queries.ts, or in packages/services: ${instead}`,
})

/** Imports that leave a folder `depth` levels below the features' folder for a sibling of the feature. */
const sibling = (depth: number, file = ''): string => `^(\\.\\./){${depth}}[^.]${file}`

const webFeature = (depth: number): Boundary => ({
  files: [`apps/web/src/features/${'*/'.repeat(depth)}*.{ts,tsx}`],
  forbids: [
    ...web,
    {
      regex: sibling(depth),
      message:
        'A feature imports no sibling: let a route compose the two, or move the shared part to components/ or lib/.',
    },
    { regex: `/routes/|/(router|main)\\.tsx?$`, message: 'A feature does not import the routes that compose it.' },
  ],
})

const apiFeature = (depth: number): Boundary => ({
  files: [`apps/api/src/features/${'*/'.repeat(depth)}*.ts`],
  forbids: [
    {
      regex: sibling(depth, '[^/]*/(routes|queries|presenter)\\.ts$'),
      message: "Call a sibling feature's service function, never its routes, queries or presenter.",
    },
  ],
})

const web: ImportRule[] = [
  ours(
    'db|queue|outbound|services|embedded-postgres',
    'The web may import packages/domain only: put the shape or the pure rule there.',
  ),
  {
    regex: '^node:',
    message: 'The browser has no Node: a pure rule belongs in packages/domain, the rest behind the API.',
  },
]

const boundaries: Boundary[] = [
  {
    files: ['packages/domain/src/**/*.ts'],
    forbids: [
      ours(
        'db|queue|outbound|services|embedded-postgres',
        'The domain imports no other package of the project: pass the value in, or move the code to the package that it needs.',
      ),
      {
        regex: '^node:|^(drizzle-orm|pg|fastify|undici)(/|$)',
        message: 'The domain does no I/O: pass in what was read.',
      },
    ],
  },
  {
    files: ['packages/db/src/**/*.ts'],
    forbids: [
      ours(
        'queue|outbound|services|embedded-postgres',
        'packages/db may import the domain only: a change of a table belongs in packages/services.',
      ),
    ],
  },
  {
    files: ['packages/embedded-postgres/src/**/*.ts'],
    forbids: [
      ours(
        '[^/]+',
        'Embedded PostgreSQL imports no other package of the project: tables and migrations belong in packages/db, the start in infra/start.',
      ),
    ],
  },
  {
    files: ['packages/queue/src/**/*.ts'],
    forbids: [
      ours(
        'outbound|services',
        'The queue carries jobs without knowing what they are about: that belongs in packages/services, the work in apps/executor.',
      ),
    ],
  },
  {
    files: ['packages/outbound/src/**/*.ts'],
    forbids: [
      ours(
        'db|queue|services|embedded-postgres',
        'The guarded client may import the pure rules of packages/domain only: let its caller convert values.',
      ),
    ],
  },
  {
    files: ['packages/client/src/**/*.ts'],
    forbids: [
      ours(
        '[^/]+',
        'The client knows of the API what its description says: a form or a name belongs there, and generate.ts writes it here.',
      ),
      { regex: '^node:', message: 'The client runs wherever there is fetch: pass in what Node alone has.' },
    ],
  },
  {
    files: ['packages/services/src/**/*.ts'],
    forbids: [
      ours('embedded-postgres', 'Services use the database they are given: starting one belongs in infra/start.'),
      {
        regex: '^fastify(/|$)',
        message: 'Services do not depend on HTTP: routes and their status codes belong in apps/api.',
      },
    ],
  },
  {
    files: ['packages/services/src/sandbox/**/*.ts'],
    forbids: [
      ours('db|queue|outbound', 'The sandbox works with what it is given: read rows before, and write them after.'),
    ],
  },
  {
    files: ['packages/cli/src/**/*.ts'],
    forbids: [
      ours(
        'db|queue|outbound|services|embedded-postgres',
        'The command line is one file that anybody downloads: it has the pure rules of packages/domain, and calls the API for the rest.',
      ),
    ],
  },
  { files: ['apps/web/src/**/*.{ts,tsx}'], forbids: web },
  {
    files: ['apps/web/src/{components,lib,theme}/**/*.{ts,tsx}'],
    forbids: [
      ...web,
      {
        regex: '/(features|routes)/',
        message: 'components/ and lib/ import no feature: pass in what they show, or move the part to its feature.',
      },
    ],
  },
  webFeature(1),
  webFeature(2),
  webFeature(3),
  apiFeature(1),
  apiFeature(2),
  {
    files: ['apps/api/src/access/**/*.ts'],
    forbids: [
      {
        regex: '/features/',
        message: 'access/ is what features ask of who is calling: pass in what it needs, or do it in the feature.',
      },
    ],
  },
  {
    files: ['apps/api/src/ingress/**/*.ts'],
    forbids: [
      ours('outbound', 'Receivers call nobody: what both read belongs in packages/domain.'),
      {
        regex: '/features/',
        message:
          'The ingress stands alone: what a feature shares with it belongs in access/, packages/services or packages/domain.',
      },
    ],
  },
  {
    files: ['apps/api/src/features/**/{routes,presenter}.ts'],
    forbids: [
      noSql('a route calls a service function, a presenter turns a row into a view.'),
      {
        regex: sibling(1, '[^/]*/(routes|queries|presenter)\\.ts$'),
        message: "Call a sibling feature's service function, never its routes, queries or presenter.",
      },
    ],
  },
  {
    files: ['packages/services/src/channels/*/*{sender,-client}.ts'],
    forbids: [noSql('a channel is given what it sends and returns the result.')],
  },
]

/** The linter's overrides for the boundaries. Tests may read files and start servers anywhere. */
export const boundaryOverrides = [
  { files: ['**/*.{ts,tsx,mjs}'], rules: { 'no-restricted-imports': ['error', { patterns: everywhere }] } },
  ...boundaries.map(({ files, forbids }) => ({
    files,
    excludeFiles: ['**/*.test.{ts,tsx}', '**/testing/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [...everywhere, ...forbids] }] },
  })),
]
