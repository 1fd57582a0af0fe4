import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type * as Engine from '@prisma/schema-engine-wasm/schema_engine_bg';
import { type Adapter, loadSchemaEngine, rewriteQueries } from '../connection/prisma-internals.ts';
import { reachServers } from '../connection/reach-servers.ts';
import { MIGRATIONS_DIRECTORY, type MigrationFile, readSchema } from './migration-files.ts';
import { describeFailure, type LockWait, runMigration } from './run-migration.ts';

let loaded: Promise<typeof Engine> | undefined;

// The engine reads catalogues with PostgreSQL's internal "char", which the adapter does not support …
const INTERNAL_CHAR = 18;
const BPCHAR = 1042;
// … nor as the single character that it expects for a constraint's type. Check constraints are not part of Prisma's
// schema.
const OTHER_CONSTRAINTS = "contype NOT IN ('p', 'u', 'f')";
const FOREIGN_TO_PRISMA = "contype NOT IN ('p', 'u', 'f', 'n', 'c')";
const READ_CATALOGUES = {
  sql: (text: string): string => text.replace(OTHER_CONSTRAINTS, FOREIGN_TO_PRISMA),
  dataTypeID: (id: number): number => (id === INTERNAL_CHAR ? BPCHAR : id),
};

/**
 * The stock adapter splits scripts at every semicolon, even inside comments and function bodies. PostgreSQL accepts the
 * whole script in one message, as one transaction: a migration applies completely or not at all.
 */
class WholeScripts extends PrismaPg {
  /** PostgreSQL's own error: the engine's error omits it. */
  failure: Error | undefined;
  readonly #connected: Adapter[] = [];
  readonly #migrationBySql: ReadonlyMap<string, string>;
  readonly #lockWait: LockWait | undefined;

  constructor(url: string, migrations: readonly MigrationFile[], lockWait: LockWait | undefined) {
    super(reachServers(url));
    this.#lockWait = lockWait;
    this.#migrationBySql = new Map(migrations.map(({ name, sql }) => [sql, name]));
  }

  override async connect() {
    return this.#keep(await super.connect());
  }
  override async connectToShadowDb() {
    return this.#keep(await super.connectToShadowDb());
  }
  /** The engine leaves its connections open. */
  async close(): Promise<void> {
    for (const adapter of this.#connected) await adapter.dispose();
  }
  #keep<A extends Adapter>(adapter: A): A {
    this.#connected.push(adapter);
    adapter.executeScript = async (script) => {
      const migration = this.#migrationBySql.get(script);
      try {
        const run = (sql: string): Promise<unknown> => adapter.underlyingDriver().query(sql);
        await (migration === undefined
          ? run(script)
          : runMigration({ name: migration, sql: script }, run, this.#lockWait));
      } catch (error) {
        this.failure = describeFailure(
          migration === undefined ? 'The schema engine' : `The migration ${migration}`,
          error,
        );
        throw error;
      }
    };
    rewriteQueries(adapter, READ_CATALOGUES);
    return adapter;
  }
}

/**
 * Runs `work` with Prisma's schema engine on a database; no engine is downloaded (docs/adr/0002). A migration that it
 * applies waits for its locks as `lockWait` says.
 */
export async function withSchemaEngine<T>(
  url: string,
  migrations: readonly MigrationFile[],
  work: (engine: Engine.SchemaEngine) => Promise<T>,
  lockWait?: LockWait,
): Promise<T> {
  loaded ??= loadSchemaEngine();
  const { SchemaEngine } = await loaded;
  const adapters = new WholeScripts(url, migrations, lockWait);
  try {
    const engine = await SchemaEngine.new(
      { datamodels: await readSchema() },
      () => {},
      bindMigrationAwareSqlAdapterFactory(adapters),
    );
    try {
      return await work(engine);
    } finally {
      engine.free();
    }
  } catch (error) {
    throw adapters.failure ?? error;
  } finally {
    await adapters.close();
  }
}

/** The migrations in the engine's form. */
export const asMigrationList = (files: readonly MigrationFile[]): Engine.MigrationList => ({
  baseDir: MIGRATIONS_DIRECTORY,
  lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
  shadowDbInitScript: '',
  migrationDirectories: files.map(({ name, sql }) => ({
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
  })),
});

export const NO_FILTERS = { externalTables: [], externalEnums: [] };
