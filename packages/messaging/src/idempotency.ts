import { type CallContext, callerOf } from '@parley/common/call-context';
import { AppError, type ErrorExtras } from '@parley/common/errors';
import { json, orNull } from '@parley/database/column';
import type { Database } from '@parley/database/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { mapDatabaseErrors } from '@parley/database/map-database-errors';
import { isDatabaseUnavailable } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { decideKey } from './idempotency-rules.ts';

/** An answer, and whether it repeats the first one. */
export type OnceAnswer<Output> =
  | { replayed: false; output: Output }
  | { replayed: true; output: Output }
  | { replayed: true; error: AppError };

/** Stores first answers. They are encrypted, because they hold session tokens and pairing codes. */
export interface AnswerStore {
  database: Pick<Database, 'query' | 'transaction'>;
  cipher: Pick<Cipher, 'encrypt' | 'decrypt'>;
}

export interface OnceOptions<Output> extends AnswerStore {
  context: CallContext;
  action: string;
  /** Reads a stored output, by the contract's own schema. */
  readOutput(stored: unknown): Output;
  /** How long a run may take; later its process counts as dead, and a repeat runs again. */
  lockMs: number;
  now?: () => Date;
}

interface Claim {
  instanceId: string;
  action: string;
  key: string;
  bodyHash: Buffer;
  now: Date;
  lockedUntil: Date;
}

type StoredAnswer =
  | { ok: true; output: unknown }
  | { ok: false; error: { code: AppError['code']; message: string; extras: Omit<ErrorExtras, 'message' | 'cause'> } };

/** A JSON string with the encrypted answer. */
type Kept = string | StoredAnswer;

/** Tries before giving up. A row that vanishes between two statements was released by its run: the next try finds the key free. */
const MAX_LOOKS = 3;

/** The provider's own refusal is an answer (502); a provider that was not reached, or failures of ours, are not. */
const isAnswer = (error: unknown): error is AppError =>
  error instanceof AppError && error.status === 502 && typeof error.extras.provider?.status === 'number';

const KEY = { instanceId: 'text', action: 'text', key: 'text' } as const;

const takeKey = defineStatement({
  name: 'idempotency.take-key',
  text: `INSERT INTO idempotency_keys (instance_id, action, key, body_hash, locked_until, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (instance_id, action, key) DO NOTHING`,
  params: { ...KEY, bodyHash: 'bytea', lockedUntil: 'timestamptz', now: 'timestamptz' },
});

const findKey = defineStatement({
  name: 'idempotency.find-key',
  text: `SELECT body_hash, answer, message_id, locked_until, created_at FROM idempotency_keys
          WHERE instance_id = $1 AND action = $2 AND key = $3`,
  params: KEY,
  row: {
    bodyHash: 'bytea',
    answer: orNull(json<Kept>()),
    messageId: 'int8?',
    lockedUntil: 'timestamptz',
    createdAt: 'timestamptz',
  },
});

/** Takes the key over from the run that was found; of several requests that try, one succeeds. */
const takeOverKey = defineStatement({
  name: 'idempotency.take-over-key',
  text: `UPDATE idempotency_keys
            SET body_hash = $4, answer = NULL, message_id = NULL, locked_until = $5, created_at = $6
          WHERE instance_id = $1 AND action = $2 AND key = $3
            AND created_at = $7 AND locked_until = $8 AND (answer IS NOT NULL) = $9 AND (message_id IS NOT NULL) = $10`,
  params: {
    ...KEY,
    bodyHash: 'bytea',
    lockedUntil: 'timestamptz',
    now: 'timestamptz',
    foundCreatedAt: 'timestamptz',
    foundLockedUntil: 'timestamptz',
    foundAnswer: 'bool',
    foundMessage: 'bool',
  },
});

const OWNED = { ...KEY, lockedUntil: 'timestamptz' } as const;
/** Only the run that holds the key writes; a run that counted as dead comes too late. */
const keepAnswer = defineStatement({
  name: 'idempotency.keep-answer',
  text: `UPDATE idempotency_keys SET answer = $5
          WHERE instance_id = $1 AND action = $2 AND key = $3 AND locked_until = $4 AND answer IS NULL`,
  params: { ...OWNED, answer: 'jsonb' },
});
const releaseKey = defineStatement({
  name: 'idempotency.release-key',
  text: `DELETE FROM idempotency_keys
          WHERE instance_id = $1 AND action = $2 AND key = $3 AND locked_until = $4 AND answer IS NULL`,
  params: OWNED,
});

/** The encryption purpose binds an answer to one API key, action and Idempotency-Key. */
const purposeOf = ({ instanceId, action, key }: Claim): string =>
  `idempotency_keys.answer:${JSON.stringify([instanceId, action, key])}`;

/** Claims the key: null when this run holds it, else the stored first answer. Errors: idempotency_mismatch, idempotency_in_progress. */
async function claim(database: Pick<Database, 'query'>, claimed: Claim): Promise<Kept | null> {
  for (let look = 0; look < MAX_LOOKS; look++) {
    if ((await takeKey.run(database, claimed)) > 0) return null;
    const found = await findKey.first(database, claimed);
    if (!found) continue;
    const kept = {
      isSameBody: found.bodyHash.equals(claimed.bodyHash),
      hasAnswer: found.answer !== null,
      hasMessage: found.messageId !== null,
      createdAt: found.createdAt,
      lockedUntil: found.lockedUntil,
    };
    const decision = decideKey(kept, claimed.now);
    if (decision === 'mismatch') throw new AppError('idempotency_mismatch');
    if (decision === 'in_progress') throw new AppError('idempotency_in_progress');
    if (decision === 'replay') return found.answer;
    const taken = await takeOverKey.run(database, {
      ...claimed,
      foundCreatedAt: kept.createdAt,
      foundLockedUntil: kept.lockedUntil,
      foundAnswer: kept.hasAnswer,
      foundMessage: kept.hasMessage,
    });
    if (taken > 0) return null;
  }
  throw new AppError('idempotency_in_progress');
}

function replay<Output>(stored: StoredAnswer, readOutput: (stored: unknown) => Output): OnceAnswer<Output> {
  if (stored.ok) return { replayed: true, output: readOutput(stored.output) };
  const { code, message, extras } = stored.error;
  return { replayed: true, error: new AppError(code, { ...extras, message }) };
}

/**
 * Runs an action at most once per `Idempotency-Key`, kept 24 h per key and action
 * (docs/reference/requests.md#idempotency-key): a repeat gets the first answer, another body 422
 * `idempotency_mismatch`, a run under way 409 `idempotency_in_progress`. A refusal (4xx) lets the key go. For actions
 * that may be run again after their process died; sends have their own, in one statement.
 */
export async function withIdempotency<Output>(
  { database, cipher, context, action, readOutput, lockMs, now = () => new Date() }: OnceOptions<Output>,
  run: () => Promise<Output>,
): Promise<OnceAnswer<Output>> {
  if (!context.idempotency) return { replayed: false, output: await run() };
  const startedAt = now();
  const claimed: Claim = {
    instanceId: callerOf(context).instance_id,
    action,
    key: context.idempotency.key,
    bodyHash: Buffer.from(context.idempotency.body_hash, 'hex'),
    now: startedAt,
    lockedUntil: new Date(startedAt.getTime() + lockMs),
  };
  const first = await claim(mapDatabaseErrors(database), claimed);
  // safe: written below, and nobody else can encrypt for this purpose
  const open = (kept: string) => JSON.parse(cipher.decrypt(kept, purposeOf(claimed))) as StoredAnswer;
  if (first) return replay(typeof first === 'string' ? open(first) : first, readOutput);

  // The action is done: if the database is unavailable, the key is free again when its lock ends.
  const settle = (stored: Promise<number>): Promise<unknown> =>
    stored.catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) throw error;
    });
  const keep = (answer: StoredAnswer): Promise<unknown> => {
    const sealed = cipher.encrypt(JSON.stringify(answer), purposeOf(claimed));
    return settle(keepAnswer.run(database, { ...claimed, answer: sealed }));
  };
  try {
    const output = await run();
    await keep({ ok: true, output });
    return { replayed: false, output };
  } catch (error) {
    if (isAnswer(error)) {
      const { code, message, extras } = error;
      await keep({ ok: false, error: { code, message, extras } });
    } else {
      await settle(releaseKey.run(database, claimed));
    }
    throw error;
  }
}
