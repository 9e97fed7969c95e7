/**
 * Who may know whom, as lint rules. Each room names its files, and each refusal says where the code should go
 * instead. The rules that hold for a file are put together here, since the linter lets one override replace another.
 */
interface Refusal {
  /** The import's text, as written. */
  regex: string
  message: string
  /** Whether a type may be imported all the same. */
  allowTypeImports?: boolean
}

interface Room {
  files: string[]
  refuses: Refusal[]
}

const ours = (names: string, message: string): Refusal => ({ regex: `^@knockwire/(${names})(/|$)`, message })

const throughExports: Refusal = {
  regex: '^@knockwire/[^/]+/(src|migrations)/',
  message: "Import another package by its exported path, without 'src' and '.ts': '@knockwire/db/client'.",
}
const noPathsIntoPackages: Refusal = {
  regex: '^(\\.\\./)+([^.].*/)?src/',
  message: "Import another package by its name; what two apps need belongs in 'packages/'.",
}
const noApps: Refusal = ours(
  'api|executor|web',
  'Apps never import apps: a rule or a wire shape belongs in packages/domain, a change that both apps make in packages/services.',
)
const everywhere: Refusal[] = [throughExports, noPathsIntoPackages, noApps]

const noSql = (instead: string): Refusal => ({
  regex: '^(drizzle-orm|pg)(/|$)|^@knockwire/db/(schema/|client$)',
  allowTypeImports: true,
  message: `SQL lives in a feature's verbs and queries.ts, or in packages/db: ${instead}`,
})

/** Imports that leave a folder `depth` levels below the features' folder for a sibling of the feature. */
const sibling = (depth: number, file = ''): string => `^(\\.\\./){${depth}}[^.]${file}`

const webFeature = (depth: number): Room => ({
  files: [`apps/web/src/features/${'*/'.repeat(depth)}*.{ts,tsx}`],
  refuses: [
    ...web,
    {
      regex: sibling(depth),
      message:
        'A feature imports no sibling: let a route compose the two, or move what both need to components/ or lib/.',
    },
    { regex: `/routes/|/(router|main)\\.tsx?$`, message: 'Features do not know the routes that compose them.' },
  ],
})

const apiFeature = (depth: number): Room => ({
  files: [`apps/api/src/features/${'*/'.repeat(depth)}*.ts`],
  refuses: [
    {
      regex: sibling(depth, '[^/]*/(routes|queries|presenter)\\.ts$'),
      message: "Call a sibling feature's exported verb, never its routes, queries or presenter.",
    },
  ],
})

const web: Refusal[] = [
  ours(
    'db|queue|outbound|services|embedded-postgres',
    'The web knows packages/domain alone: put the shape or the pure rule there.',
  ),
  {
    regex: '^node:',
    message: 'The browser has no Node: a pure rule belongs in packages/domain, the rest behind the API.',
  },
]

const rooms: Room[] = [
  {
    files: ['packages/domain/src/**/*.ts'],
    refuses: [
      ours(
        'db|queue|outbound|services|embedded-postgres',
        'The domain knows nobody of ours: pass the value in, or move the code to the package that it needs.',
      ),
      {
        regex: '^node:|^(drizzle-orm|pg|fastify|undici)(/|$)',
        message: 'The domain does no I/O: pass in what was read.',
      },
    ],
  },
  {
    files: ['packages/db/src/**/*.ts'],
    refuses: [
      ours(
        'queue|outbound|services|embedded-postgres',
        'packages/db knows the domain alone: a change of a table belongs in packages/services.',
      ),
    ],
  },
  {
    files: ['packages/embedded-postgres/src/**/*.ts'],
    refuses: [
      ours(
        '[^/]+',
        'Embedded PostgreSQL knows nobody of ours: tables and migrations belong in packages/db, the start in infra/start.',
      ),
    ],
  },
  {
    files: ['packages/queue/src/**/*.ts'],
    refuses: [
      ours(
        'outbound|services',
        'The queue carries jobs and knows no business: what a job is about belongs in packages/services, who works it in apps/executor.',
      ),
    ],
  },
  {
    files: ['packages/outbound/src/**/*.ts'],
    refuses: [ours('[^/]+', 'The guarded client knows nobody of ours: let its caller translate.')],
  },
  {
    files: ['packages/services/src/**/*.ts'],
    refuses: [
      ours('embedded-postgres', 'Services use the database they are given: starting one belongs in infra/start.'),
      {
        regex: '^fastify(/|$)',
        message: 'Services know no HTTP of ours: routes and their status codes belong in apps/api.',
      },
    ],
  },
  {
    files: ['packages/services/src/sandbox/**/*.ts'],
    refuses: [
      ours('db|queue|outbound', 'The sandbox works with what it is given: read rows before, and write them after.'),
    ],
  },
  { files: ['apps/web/src/**/*.{ts,tsx}'], refuses: web },
  {
    files: ['apps/web/src/{components,lib,theme}/**/*.{ts,tsx}'],
    refuses: [
      ...web,
      {
        regex: '/(features|routes)/',
        message: 'components/ and lib/ are feature-free: pass in what they show, or move the part to its feature.',
      },
    ],
  },
  webFeature(1),
  webFeature(2),
  webFeature(3),
  apiFeature(1),
  apiFeature(2),
  {
    files: ['apps/api/src/features/**/{routes,presenter}.ts'],
    refuses: [
      noSql('a route calls a verb, a presenter turns a row into a view.'),
      {
        regex: sibling(1, '[^/]*/(routes|queries|presenter)\\.ts$'),
        message: "Call a sibling feature's exported verb, never its routes, queries or presenter.",
      },
    ],
  },
  {
    files: ['packages/services/src/channels/*/*{sender,-client}.ts'],
    refuses: [noSql('a channel is given what it sends and answers how it went.')],
  },
]

/** The linter's overrides for the rooms. Tests may read files and start servers, whatever their room. */
export const roomOverrides = [
  { files: ['**/*.{ts,tsx,mjs}'], rules: { 'no-restricted-imports': ['error', { patterns: everywhere }] } },
  ...rooms.map(({ files, refuses }) => ({
    files,
    excludeFiles: ['**/*.test.{ts,tsx}', '**/testing/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [...everywhere, ...refuses] }] },
  })),
]
