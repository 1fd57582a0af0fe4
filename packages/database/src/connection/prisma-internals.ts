import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PrismaPg } from '@prisma/adapter-pg';
import type * as Engine from '@prisma/schema-engine-wasm/schema_engine_bg';
import type pg from 'pg';

// Everything that Parley uses of Prisma beyond its documented interface. package.json pins the exact version, and
// test/driver-internals.test.ts fails when the version or one of these members changes.

/** The version of Prisma that this file was written for. */
export const PRISMA_VERSION = '7.10.0';

export type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>;

/** Members of an adapter, and of a transaction of it, that their types keep private. */
interface Internals {
  /** A transaction's own connection. */
  client: pg.PoolClient;
  /** Converts every failure of a query. */
  onError(error: unknown): never;
  /** Runs every query. */
  performIO(query: Query): Promise<{ fields: { dataTypeID: number }[] }>;
}
interface Query {
  sql: string;
}

// safe: both classes extend the one that has these members
const internalsOf = (queryable: Adapter | Transaction): Internals => queryable as unknown as Internals;

/** Replaces the adapter's conversion of errors. */
export function convertErrors(queryable: Adapter | Transaction, convert: (error: unknown) => never): void {
  internalsOf(queryable).onError = convert;
}

export const connectionOf = (transaction: Transaction): pg.PoolClient => internalsOf(transaction).client;

/** Rewrites the text of every query of the adapter, and the types of the columns that it returns. */
export function rewriteQueries(
  adapter: Adapter,
  rewrite: { sql(text: string): string; dataTypeID(id: number): number },
): void {
  const internals = internalsOf(adapter);
  const performIO = internals.performIO.bind(adapter);
  internals.performIO = async (query) => {
    const result = await performIO({ ...query, sql: rewrite.sql(query.sql) });
    for (const field of result.fields) field.dataTypeID = rewrite.dataTypeID(field.dataTypeID);
    return result;
  };
}

interface WasmRuntime {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: Record<string, unknown>): Promise<{ exports: Record<string, unknown> }>;
}
// safe: part of every Node; its types come only with those of browsers
const wasmRuntime = (globalThis as unknown as { WebAssembly: WasmRuntime }).WebAssembly;

type Import = (...args: unknown[]) => unknown;

/** Starts the names of the engine's imports that set a timer. */
export const TIMER_IMPORT = '__wbg_setTimeout';

/**
 * The engine never clears its lock's timer, which would keep a finished process alive for 10 s: its timers are
 * unref'ed.
 */
function withoutLastingTimers(bindings: object): Record<string, unknown> {
  const imports: Record<string, unknown> = { ...bindings };
  for (const [name, original] of Object.entries(imports)) {
    if (!name.startsWith(TIMER_IMPORT)) continue;
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

/** Instantiates the schema engine's WebAssembly by hand: Node does not import `.wasm` as a module without a flag. */
export async function loadSchemaEngine(): Promise<typeof Engine> {
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
