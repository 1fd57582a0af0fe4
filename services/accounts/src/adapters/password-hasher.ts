import { hash, verify } from '@node-rs/argon2';
import { AppError } from '@parley/common/errors';

/** Argon2id as OWASP asks for it: 19 MiB, two rounds, one lane. The algorithm is the library's default. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Each takes a thread of the process and 19 MiB. */
const AT_ONCE = 2;
const WAITING_MAX = 64;
const RETRY_AFTER_SECONDS = 1;

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Against the stored hash; null takes the same work and is false. */
  verify(stored: string | null, password: string): Promise<boolean>;
}

/** Lets so many run at once; more wait, and too many are service_unavailable. */
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

/** Hashes passwords, few at a time: they are made to be slow. Each look at a password is one call of `verifyHash`. */
export function makePasswordHasher({ verifyHash = verify } = {}): PasswordHasher {
  const inTurn = makeTurns();
  // Ready before the first sign-in, which would tell by its time that it was made.
  const nobodys = hash('nobody', OPTIONS);
  return {
    hash: (password) => inTurn(() => hash(password, OPTIONS)),
    async verify(stored, password) {
      const against = stored ?? (await nobodys);
      const isRight = await inTurn(() => verifyHash(against, password));
      return isRight && stored !== null;
    },
  };
}
