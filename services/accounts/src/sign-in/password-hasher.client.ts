import { timingSafeEqual } from 'node:crypto';
import { hash, type Options } from '@node-rs/argon2';
import { AppError } from '@parley/common/errors';

/** Argon2id with OWASP's parameters: 19 MiB, two rounds, one lane. The algorithm is the library's default. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Each computation takes a thread of the process and 19 MiB. */
const AT_ONCE = 2;
const WAITING_MAX = 64;
const RETRY_AFTER_SECONDS = 1;
/** People with the same address share a salt, except two who set their first passwords at the same moment. */
const MAX_SALTS = 3;

/** Limits concurrency to AT_ONCE; more callers wait, and beyond WAITING_MAX they get service_unavailable. */
function makeTurns() {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= WAITING_MAX) throw new AppError('service_unavailable', { retry_after: RETRY_AFTER_SECONDS });
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** The parameters and the salt of a stored hash (PHC string format). */
const PREFIX = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)/;

const prefixOf = (stored: string): string => PREFIX.exec(stored)?.[0] ?? '';

function optionsOf(prefix: string): Options {
  const [, memory, time, lanes, salt] = PREFIX.exec(prefix) ?? [];
  if (salt === undefined) throw new Error('A stored password is no Argon2id hash.');
  return {
    memoryCost: Number(memory),
    timeCost: Number(time),
    parallelism: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
  };
}

const isSame = (stored: string | null, computed: string): boolean => {
  const [left, right] = [Buffer.from(stored ?? ''), Buffer.from(computed)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** Hashes passwords, a few at a time because each is slow by design. Each hash is one call of `compute`. */
export function makePasswordHasher({ compute = hash } = {}) {
  const inTurn = makeTurns();
  // Computed before the first sign-in, whose response time would otherwise reveal it.
  const nobodys = hash('nobody', OPTIONS);
  /** The position of the first hash that matches, or null. Zero, one or many hashes take the same work. */
  async function match(stored: readonly (string | null)[], password: string): Promise<number | null> {
    const given = stored.filter((one) => one !== null);
    const prefixes = new Set((given.length === 0 ? [await nobodys] : given).map(prefixOf));
    for (const prefix of [...prefixes].slice(0, MAX_SALTS)) {
      const computed = await inTurn(() => compute(password, optionsOf(prefix)));
      const position = stored.findIndex((one) => isSame(one, computed));
      if (position >= 0) return position;
    }
    return null;
  }
  return {
    /** Uses the salt of `like`, so that one computation compares a password with both. */
    hash(password: string, like: string | null = null): Promise<string> {
      const salt = like === null ? undefined : optionsOf(prefixOf(like)).salt;
      return inTurn(() => compute(password, { ...OPTIONS, ...(salt ? { salt } : {}) }));
    },
    match,
    /** Compares with one stored hash; null takes the same work and returns false. */
    verify: async (stored: string | null, password: string): Promise<boolean> =>
      (await match([stored], password)) === 0,
  };
}

export type PasswordHasher = ReturnType<typeof makePasswordHasher>;
