import { type CallContext, callerOf } from '@parley/common/call-context';
import { AppError, type ErrorExtras } from '@parley/common/errors';
import { answerUnavailable } from './answer-unavailable.ts';
import type { Database } from './connect-database.ts';
import type { Cipher } from './encryption.ts';
import { isDatabaseUnavailable } from './sql.ts';

/** What a repeated request gets: the first answer, or a fresh one. */
export type OnceAnswer<Output> =
  | { replayed: false; output: Output }
  | { replayed: true; output: Output }
  | { replayed: true; error: AppError };

/** Where first answers are kept: encrypted, for they hold what a caller is told once (session tokens, pairing codes). */
export interface AnswerStore {
  database: Pick<Database, 'query' | 'transaction'>;
  cipher: Pick<Cipher, 'encrypt' | 'decrypt'>;
}

export interface OnceOptions<Output> extends AnswerStore {
  context: CallContext;
  action: string;
  /** Reads a stored output, by the contract's own schema. */
  readOutput(stored: unknown): Output;
  /** How long a run may take: after that its process is taken for dead, and a repeat runs again. */
  lockMs: number;
  now?: () => Date;
}

interface Claim {
  instanceId: string;
  action: string;
  key: string;
  bodyHash: string;
  now: Date;
  lockedUntil: Date;
}

type StoredAnswer =
  | { ok: true; output: unknown }
  | { ok: false; error: { code: AppError['code']; message: string; extras: Omit<ErrorExtras, 'message' | 'cause'> } };

/** Encrypted, as a JSON text; answers of before they were encrypted are objects, for the 24 hours that they are kept. */
type Kept = string | StoredAnswer;

const KEPT_MS = 24 * 3600 * 1000;
/** A row that vanishes between two statements was let go by its run: the next look finds it free. */
const MAX_LOOKS = 3;

/** The provider's own refusal is an answer (502); a provider that was not reached, or failures of ours, are not. */
const isAnswer = (error: unknown): error is AppError =>
  error instanceof AppError && error.status === 502 && typeof error.extras.provider?.status === 'number';

/** Takes the key when it is free: never used, kept long enough, or left by a run that died. */
const CLAIM = `
  INSERT INTO idempotency_keys AS k (instance_id, action, key, body_hash, locked_until, created_at)
  VALUES ($1, $2, $3, decode($4, 'hex'), $5, $6)
  ON CONFLICT (instance_id, action, key) DO UPDATE
     SET body_hash = excluded.body_hash, answer = NULL, message_id = NULL,
         locked_until = excluded.locked_until, created_at = excluded.created_at
   WHERE k.created_at < $7
      OR (k.answer IS NULL AND k.message_id IS NULL AND k.locked_until < $6 AND k.body_hash = excluded.body_hash)
  RETURNING 1`;

const FIND = `
  SELECT body_hash = decode($4, 'hex') AS same, answer FROM idempotency_keys
   WHERE instance_id = $1 AND action = $2 AND key = $3`;

/** Only the run that holds the key writes: one that was taken for dead comes too late. */
const FINISH = `
  UPDATE idempotency_keys SET answer = $5
   WHERE instance_id = $1 AND action = $2 AND key = $3 AND locked_until = $4 AND answer IS NULL`;
const LET_GO = `
  DELETE FROM idempotency_keys
   WHERE instance_id = $1 AND action = $2 AND key = $3 AND locked_until = $4 AND answer IS NULL`;

/** Bound to the one use of the key: an answer cannot be moved to another key, action or Idempotency-Key. */
const purposeOf = ({ instanceId, action, key }: Claim): string =>
  `idempotency_keys.answer:${JSON.stringify([instanceId, action, key])}`;

const nameOf = ({ instanceId, action, key }: Claim): unknown[] => [instanceId, action, key];

/** Null when the key is now ours; else the first answer as it is stored. Errors: idempotency_mismatch, idempotency_in_progress. */
async function claim(database: Pick<Database, 'query'>, claimed: Claim): Promise<Kept | null> {
  const { bodyHash, lockedUntil, now } = claimed;
  for (let look = 0; look < MAX_LOOKS; look++) {
    const { rowCount } = await database.query({
      text: CLAIM,
      values: [...nameOf(claimed), bodyHash, lockedUntil, now, new Date(now.getTime() - KEPT_MS)],
    });
    if (rowCount > 0) return null;
    const { rows } = await database.query<{ same: boolean; answer: Kept | null }>({
      text: FIND,
      values: [...nameOf(claimed), bodyHash],
    });
    const [known] = rows;
    if (known && !known.same) throw new AppError('idempotency_mismatch');
    if (known?.answer) return known.answer;
    if (known) throw new AppError('idempotency_in_progress');
  }
  throw new AppError('idempotency_in_progress');
}

function replay<Output>(stored: StoredAnswer, readOutput: (stored: unknown) => Output): OnceAnswer<Output> {
  if (stored.ok) return { replayed: true, output: readOutput(stored.output) };
  const { code, message, extras } = stored.error;
  return { replayed: true, error: new AppError(code, { ...extras, message }) };
}

/**
 * Runs an action at most once per `Idempotency-Key`, kept 24 h per key and action (contract §3): a repeat gets the
 * first answer, another body 422 `idempotency_mismatch`, a run under way 409 `idempotency_in_progress`. A refusal (4xx)
 * lets the key go. For actions that may be run again after their process died; sends have their own, in one statement.
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
    bodyHash: context.idempotency.body_hash,
    now: startedAt,
    lockedUntil: new Date(startedAt.getTime() + lockMs),
  };
  const first = await claim(answerUnavailable(database), claimed);
  // safe: written below, and nobody else can encrypt for this purpose
  const open = (kept: string) => JSON.parse(cipher.decrypt(kept, purposeOf(claimed))) as StoredAnswer;
  if (first) return replay(typeof first === 'string' ? open(first) : first, readOutput);

  const owned = [...nameOf(claimed), claimed.lockedUntil];
  // What was done stays done: without the database the key is free again when its lock ends.
  const seal = (answer: StoredAnswer): string =>
    JSON.stringify(cipher.encrypt(JSON.stringify(answer), purposeOf(claimed)));
  const settle = (text: string, values: unknown[]): Promise<unknown> =>
    database.query({ text, values }).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) throw error;
    });
  try {
    const output = await run();
    await settle(FINISH, [...owned, seal({ ok: true, output })]);
    return { replayed: false, output };
  } catch (error) {
    if (isAnswer(error)) {
      const { code, message, extras } = error;
      await settle(FINISH, [...owned, seal({ ok: false, error: { code, message, extras } })]);
    } else {
      await settle(LET_GO, owned);
    }
    throw error;
  }
}
