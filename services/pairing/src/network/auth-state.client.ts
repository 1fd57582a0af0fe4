import { makeBoundedMap } from '@parley/runtime/bounded-map';
import type { AuthenticationCreds, KeyPair, SignalDataSet, SignalDataTypeMap, SignalKeyStore } from 'baileys';
import type { DeviceAuth, KeyChange } from '../devices/device-network.rules.ts';
import { keepNewestTokens } from '../history/keep-tokens.client.ts';
import { INBOX } from '../received/quarantined-stanza.rules.ts';
import { isPreKeyText, ownBytes, readPreKey, writePreKey, writeWithBytes } from './key-text.client.ts';
import type { Baileys } from './load-baileys.client.ts';

/** Cached keys per device: sessions and sender keys of current conversations. */
const MAX_CACHED = 200;
const CREDS = 'creds';
const PRE_KEY = 'pre-key';
/** Types that are read once and never again. A message can have megabytes. */
const UNCACHED: ReadonlySet<string> = new Set([PRE_KEY, INBOX]);

export interface AuthState {
  creds: AuthenticationCreds;
  keys: SignalKeyStore;
  /** Stores the credentials as they are now. */
  saveCreds(): void;
  /** Resolves when all running writes have succeeded or failed. */
  flush(): Promise<void>;
  /** Refuses further writes, and resolves when the running ones have ended: keys that are wiped after it stay wiped. */
  shut(): Promise<void>;
}

/**
 * The client library's state in a device's store: durable before `set` resolves (docs/reference/wd.md#keys). The credentials are
 * one value of type `creds`; key types of later library versions need no change here.
 */
export async function openAuthState(lib: Baileys, auth: DeviceAuth): Promise<AuthState> {
  const { BufferJSON, initAuthCreds, proto } = lib;
  /** Credentials and cached keys are kept as long as the connection. */
  const revive = (key: string, value: unknown): unknown => {
    const revived: unknown = BufferJSON.reviver(key, value);
    return Buffer.isBuffer(revived) ? ownBytes(revived) : revived;
  };
  const read = (type: string, text: string): unknown => {
    if (type === PRE_KEY && isPreKeyText(text)) return readPreKey(text);
    const value: unknown = JSON.parse(text, revive);
    // safe: written from such a value
    return type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(value as object) : value;
  };
  // safe: the library's prekeys are key pairs
  const writeOf = (type: string, value: unknown): string =>
    type === PRE_KEY ? writePreKey(value as KeyPair) : writeWithBytes(value);
  const cache = makeBoundedMap<string, unknown>(MAX_CACHED);
  const stored = (await auth.get(CREDS, [CREDS])).get(CREDS);
  // safe: written by saveCreds
  const creds = stored === undefined ? initAuthCreds() : (read(CREDS, stored) as AuthenticationCreds);
  let saving: Promise<unknown> = Promise.resolve();
  let isShut = false;
  function store(changes: readonly KeyChange[]): Promise<void> {
    if (isShut) return Promise.reject(new Error('The connection of these keys is closed.'));
    const written = auth.set(changes);
    saving = Promise.allSettled([saving, written]);
    return written;
  }
  /** A value that was read during a write may be outdated, so it is not cached. */
  let writes = 0;
  let freePreKeyId = 0;
  const countPreKeys = (): void => {
    creds.nextPreKeyId = Math.max(creds.nextPreKeyId, freePreKeyId);
    creds.firstUnuploadedPreKeyId = Math.max(creds.firstUnuploadedPreKeyId, freePreKeyId);
  };
  /**
   * Credentials with the count of new prekeys, to be written with them. The library reports its count only after the
   * upload: a process that dies in between would create other keys under the same ids, and messages encrypted with the
   * uploaded ones could not be read.
   */
  function credsWith(preKeys: SignalDataSet[typeof PRE_KEY]): KeyChange[] {
    const ids = Object.entries(preKeys ?? {}).flatMap(([id, value]) => (value === null ? [] : [Number(id)]));
    if (ids.length === 0) return [];
    freePreKeyId = Math.max(freePreKeyId, ...ids.map((id) => id + 1));
    countPreKeys();
    return [{ type: CREDS, id: CREDS, value: writeWithBytes(creds) }];
  }

  const keys: SignalKeyStore = {
    async get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const found: Record<string, SignalDataTypeMap[T]> = {};
      const missing: string[] = [];
      for (const id of ids) {
        const known = cache.get(`${type}.${id}`);
        // safe: cached under its type
        if (known !== undefined) found[id] = known as SignalDataTypeMap[T];
        else missing.push(id);
      }
      if (missing.length === 0) return found;
      const writesBefore = writes;
      for (const [id, text] of await auth.get(type, missing)) {
        const value = read(type, text);
        if (writes === writesBefore && !UNCACHED.has(type)) cache.set(`${type}.${id}`, value);
        found[id] = value as SignalDataTypeMap[T]; // safe: stored under its type
      }
      return found;
    },
    async set(data: SignalDataSet) {
      const changes: KeyChange[] = [];
      for (const [type, values] of Object.entries(data))
        for (const [id, value] of Object.entries(values ?? {})) {
          if (isTokenIndex(type, id)) continue;
          // Concurrent readers read the stored value.
          cache.delete(`${type}.${id}`);
          changes.push({ type, id, value: value === null ? null : writeOf(type, value) });
        }
      if (changes.length === 0) return;
      writes++;
      await store([...changes, ...credsWith(data[PRE_KEY])]);
      writes++;
      for (const { type, id, value } of changes)
        if (value !== null && !UNCACHED.has(type)) cache.set(`${type}.${id}`, read(type, value));
    },
  };
  return {
    creds,
    keys: keepNewestTokens(keys),
    saveCreds() {
      // The library reports the count of the moment in which it made the keys: more may exist by now.
      countPreKeys();
      // An error of the store ends the connection anyway.
      store([{ type: CREDS, id: CREDS, value: writeWithBytes(creds) }]).catch(() => {});
    },
    async flush() {
      await saving;
    },
    async shut() {
      isShut = true;
      await saving;
    },
  };
}

/**
 * The library's list of all people with a trusted-contact token, which it reads only to delete expired ones. It is not
 * stored: it would be rewritten with every new person, and keep the address of an erased one.
 */
const isTokenIndex = (type: string, id: string): boolean => type === 'tctoken' && id === '__index';
