import { MORE_LANGUAGES_MAX } from '#shared/features/workspaces/model.ts';
import { chooseLanguages, type SoftwareOption } from '../catalogue/index.ts';

/** Files in the root of a project that tell its language; what is listed first becomes the main one. */
const MARKS: [language: string, file: RegExp][] = [
  ['go', /^go\.(mod|work)$/],
  ['rust', /^Cargo\.toml$/],
  ['java', /^(pom\.xml|(build|settings)\.gradle(\.kts)?)$/],
  ['dotnet', /\.(csproj|fsproj|vbproj|sln|slnx)$/],
  ['php', /^composer\.json$/],
  ['ruby', /^Gemfile$/],
  ['python', /^(pyproject\.toml|requirements\.txt|setup\.py|Pipfile)$/],
  ['nodejs', /^package\.json$/],
  ['cpp', /^CMakeLists\.txt$/],
];

/** Files that may name a database: those that start one first. */
export const DATABASE_FILES = [
  /^(\.devcontainer\/)?(docker-)?compose(\.dev|\.override)?\.ya?ml$/,
  /^(package\.json|requirements\.txt|pyproject\.toml|Pipfile|Gemfile|go\.mod|composer\.json|Cargo\.toml|pom\.xml|build\.gradle(\.kts)?)$/,
];

/** Its image, and what speaks its protocol. A cache comes last: a project may have one beside its database. */
const DATABASES: [database: string, image: RegExp, library: RegExp][] = [
  [
    'postgresql',
    /(^|[/-])(postgres|postgis|pgvector|timescaledb)/,
    /(["']pg["']|\bpostgres(ql)?["'\s,:]|psycopg|asyncpg|\bpgx\b|lib\/pq|tokio-postgres|gem ["']pg["'])/,
  ],
  [
    'mysql',
    /(^|[/-])(mysql|mariadb|percona)/,
    /(["']mysql2?["']|mysqlclient|pymysql|go-sql-driver\/mysql|mysql-connector)/i,
  ],
  ['mongodb', /(^|[/-])mongo/, /(["']mongo(db|ose|id)["']|pymongo|mongo-driver|\bmotor\b)/i],
  ['redis', /(^|[/-])(redis|valkey)/, /(["'](io)?redis["']|go-redis|^redis\b|jedis|predis)/im],
];

/** The languages that a project's files tell and a workspace can have together, the main one first. */
export function suggestLanguages(options: SoftwareOption[], files: readonly string[]): SoftwareOption[] {
  const told = MARKS.filter(([, mark]) => files.some((file) => mark.test(file))).map(([id]) => id);
  let chosen: SoftwareOption[] = [];
  for (const id of told) {
    if (chosen.length > MORE_LANGUAGES_MAX) break;
    // Its first version that can be installed beside the others.
    const fitting = options
      .filter((option) => option.id === id)
      .map((option) => [...chosen, option])
      .find((all) => goTogether(options, all));
    chosen = fitting ?? chosen;
  }
  return chosen;
}

function goTogether(options: SoftwareOption[], [main, ...more]: SoftwareOption[]): boolean {
  const wanted = { language: main?.value, more_languages: more.map(({ value }) => value) };
  return Object.keys(chooseLanguages(options, wanted).fields).length === 0;
}

/** The database that a project starts or speaks to; undefined if nothing tells. */
export function suggestDatabase(
  options: SoftwareOption[],
  contents: ReadonlyMap<string, string>,
): SoftwareOption | undefined {
  const [compose = /^$/] = DATABASE_FILES;
  const all = [...contents];
  const images = all
    .filter(([file]) => compose.test(file))
    .flatMap(([, text]) => [...text.matchAll(/^\s*image:\s*["']?([^\s"'#]+)/gm)].map(([, image = '']) => image));
  const libraries = all.filter(([file]) => !compose.test(file)).map(([, text]) => text);
  const found =
    DATABASES.find(([, image]) => images.some((each) => image.test(each))) ??
    DATABASES.find(([, , library]) => libraries.some((each) => library.test(each)));
  return found && options.find(({ id }) => id === found[0]);
}
