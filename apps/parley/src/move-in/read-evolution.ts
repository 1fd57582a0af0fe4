import { join } from 'node:path';
import type { BaileysStore } from '@parley/pairing/move-in/convert-baileys.client';
import { splitKeyName } from '@parley/pairing/move-in/key-name.rules';
import { refused } from '@parley/pairing/move-in/moved-device.rules';
import { readStoreFiles, sourceDeviceOf } from './read-baileys-files.ts';
import { openRedis, type RedisClient } from './redis-client.ts';
import { openSourceDatabase, type SourceDatabase } from './source-database.ts';
import { fingerprintOf, type SourceDevice } from './source-device.ts';

export interface EvolutionSource {
  database: string;
  redis?: string;
  /** CACHE_REDIS_PREFIX_KEY. */
  redisPrefix: string;
  /** The directory `instances`. */
  files?: string;
  /** Names of instances; empty: all. */
  instances: readonly string[];
  /** Where the credentials are, if both stores have some. */
  creds?: 'sql' | 'redis';
}

const LINKED = 'WHATSAPP-BAILEYS';

interface Instance {
  id: string;
  name: string;
  creds: string | null;
}

async function listInstances(database: SourceDatabase, names: readonly string[]): Promise<Instance[]> {
  const [instance, session, sessionId] = ['Instance', 'Session', 'sessionId'].map(database.quote);
  const rows = await database.query(
    `SELECT i.id, i.name, i.integration, s.creds FROM ${instance} i LEFT JOIN ${session} s ON s.${sessionId} = i.id ORDER BY i.name`,
  );
  const linked = rows.filter(({ integration }) => integration === null || integration === LINKED);
  const all = linked.map(({ id, name, creds }) => ({
    id: String(id),
    name: String(name),
    creds: typeof creds === 'string' ? creds : null,
  }));
  const unknown = names.filter((name) => !all.some((one) => one.name === name));
  if (unknown.length > 0) throw new Error(`The source has no linked instance ${unknown.join(', ')}.`);
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
}

/** The fields of an instance's hash. Its values are encoded twice, which the converter reads. */
function storeOfHash(fields: ReadonlyMap<string, string>): BaileysStore {
  let unknown = 0;
  const entries = [...fields].flatMap(([name, text]) => {
    if (name === 'creds') return [];
    const named = splitKeyName(name);
    if (!named) unknown++;
    return named ? [{ ...named, text }] : [];
  });
  return { creds: fields.get('creds') ?? null, entries, unknown };
}

async function readKeys(source: EvolutionSource, redis: RedisClient | null, { id }: Instance): Promise<BaileysStore> {
  if (redis) return storeOfHash(await redis.readHash(`${source.redisPrefix}:instance:${id}`));
  if (source.files === undefined) return { creds: null, entries: [] };
  // An instance that was never linked has no directory. Beside files, the credentials are in SQL.
  const { entries } = await readStoreFiles(join(source.files, id)).catch(() => ({ entries: [] }));
  return { creds: null, entries };
}

async function readInstance(
  source: EvolutionSource,
  redis: RedisClient | null,
  instance: Instance,
  now: Date,
): Promise<SourceDevice> {
  const keys = await readKeys(source, redis, instance);
  const stores = { sql: instance.creds, redis: keys.creds };
  const both = stores.sql !== null && stores.redis !== null;
  if (both && !source.creds)
    return refuse(instance, 'Both stores have credentials: name the one in use with --creds sql or --creds redis.');
  const creds = source.creds ? stores[source.creds] : (stores.sql ?? stores.redis);
  if (creds !== null && keys.entries.length === 0)
    return refuse(instance, `There are credentials and no keys: ${whereKeysAre(source)}`);
  return sourceDeviceOf({ name: instance.name, origin: instance.id }, { ...keys, creds }, now);
}

const whereKeysAre = ({ redis, redisPrefix, files }: EvolutionSource): string =>
  redis
    ? `Redis has none below ${redisPrefix}:instance: (CACHE_REDIS_PREFIX_KEY is --redis-prefix).`
    : files
      ? `${files} has none for it.`
      : 'name the Redis server with --redis, or the directory with --files.';

const refuse = ({ id, name }: Instance, reason: string): SourceDevice => ({
  name,
  origin: id,
  conversion: refused(reason),
  fingerprint: fingerprintOf([reason]),
});

/** Linked instances of Evolution API: names and credentials in SQL, keys in Redis or in files. */
export async function readEvolution(source: EvolutionSource, now: Date): Promise<SourceDevice[]> {
  const database = await openSourceDatabase(source.database);
  try {
    const redis = source.redis === undefined ? null : await openRedis(source.redis);
    try {
      const devices: SourceDevice[] = [];
      // One after the other: an instance has up to a thousand keys.
      for (const instance of await listInstances(database, source.instances))
        devices.push(await readInstance(source, redis, instance, now));
      return devices;
    } finally {
      redis?.close();
    }
  } finally {
    await database.close();
  }
}
