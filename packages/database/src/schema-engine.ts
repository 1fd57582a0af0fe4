import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type * as Engine from '@prisma/schema-engine-wasm/schema_engine_bg';
import { MIGRATIONS_DIRECTORY, type MigrationFile, readSchema } from './migration-files.ts';

interface WasmRuntime {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: Record<string, unknown>): Promise<{ exports: Record<string, unknown> }>;
}
// safe: part of every Node; its types come only with those of browsers
const wasmRuntime = (globalThis as unknown as { WebAssembly: WasmRuntime }).WebAssembly;

let loaded: Promise<typeof Engine> | undefined;

type Import = (...args: unknown[]) => unknown;

/**
 * The engine never clears its lock's timer, which would keep a finished process alive for 10 s: its timers are
 * unref'ed.
 */
function withoutLastingTimers(bindings: object): Record<string, unknown> {
  const imports: Record<string, unknown> = { ...bindings };
  for (const [name, original] of Object.entries(imports)) {
    if (!name.startsWith('__wbg_setTimeout')) continue;
    imports[name] = (...args: unknown[]): unknown => {
      const { setTimeout } = globalThis;
      globalThis.setTimeout = ((callback: () => void, ms?: number) =>
        setTimeout(callback, ms).unref()) as typeof setTimeout; // safe: called by the binding, only during the call
      try {
        return (original as Import)(...args); // safe: a function of wasm-bindgen
      } finally {
        globalThis.setTimeout = setTimeout;
      }
    };
  }
  return imports;
}

/** Instantiates the engine's WebAssembly by hand: Node does not import `.wasm` as a module without a flag. */
async function instantiate(): Promise<typeof Engine> {
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const file = createRequire(import.meta.url)
    .resolve('@prisma/schema-engine-wasm')
    .replace(/schema_engine\.js$/, 'schema_engine_bg.wasm');
  const module = await wasmRuntime.compile(await readFile(file));
  const instance = await wasmRuntime.instantiate(module, {
    './schema_engine_bg.js': withoutLastingTimers(bindings),
  });
  // safe: wasm-bindgen's generated module exports it; the types omit it
  const generated = bindings as unknown as { __wbg_set_wasm(exports: unknown): void };
  generated.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)(); // safe: exported by wasm-bindgen
  return bindings;
}

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

/** Runs in the migration's own script, so that a kill leaves it either applied and recorded, or neither. */
const RECORD = `;UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL`;

/**
 * The stock adapter splits scripts at every semicolon, even inside comments and function bodies. PostgreSQL accepts the
 * whole script in one message, as one transaction: a migration applies completely or not at all.
 */
class WholeScripts extends PrismaPg {
  /** PostgreSQL's own error: the engine's error omits it. */
  failure: Error | undefined;
  readonly #connected: Adapter[] = [];
  readonly #migrationBySql: ReadonlyMap<string, string>;

  constructor(url: string, migrations: readonly MigrationFile[]) {
    super({ connectionString: url });
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
        await adapter.underlyingDriver().query(migration === undefined ? script : `${script}\n${RECORD}`);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const what = migration === undefined ? 'The schema engine' : `The migration ${migration}`;
        this.failure = new Error(`${what} failed: ${reason}`, { cause: error });
        throw error;
      }
    };
    return readCatalogues(adapter);
  }
}

function readCatalogues<A extends Adapter>(adapter: A): A {
  // safe: a method of the adapter that its types keep private
  const driver = adapter as unknown as {
    performIO(query: { sql: string }): Promise<{ fields: { dataTypeID: number }[] }>;
  };
  const performIO = driver.performIO.bind(adapter);
  driver.performIO = async (query) => {
    const result = await performIO({ ...query, sql: query.sql.replace(OTHER_CONSTRAINTS, FOREIGN_TO_PRISMA) });
    for (const field of result.fields) if (field.dataTypeID === INTERNAL_CHAR) field.dataTypeID = BPCHAR;
    return result;
  };
  return adapter;
}

// The engine reads catalogues with PostgreSQL's internal "char", which the adapter does not support …
const INTERNAL_CHAR = 18;
const BPCHAR = 1042;
// … nor as the single character that it expects for a constraint's type. Check constraints are not part of Prisma's
// schema.
const OTHER_CONSTRAINTS = "contype NOT IN ('p', 'u', 'f')";
const FOREIGN_TO_PRISMA = "contype NOT IN ('p', 'u', 'f', 'n', 'c')";

/** Runs `work` with Prisma's schema engine on a database; no engine is downloaded (docs/adr/0002). */
export async function withSchemaEngine<T>(
  url: string,
  migrations: readonly MigrationFile[],
  work: (engine: Engine.SchemaEngine) => Promise<T>,
): Promise<T> {
  loaded ??= instantiate();
  const { SchemaEngine } = await loaded;
  const adapters = new WholeScripts(url, migrations);
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
