import { type CallContext, callerOf } from '@parley/common/call-context';
import { AppError, type ErrorExtras } from '@parley/common/errors';
import type { Cipher } from '@parley/database/encryption';
import { isDatabaseUnavailable } from '@parley/database/sql';
import { JSON_NULL } from '@parley/database/statements/json-null';
import { answerUnavailable, type PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { decideKey } from './idempotency-rules.ts';

/** An answer, and whether it replays the first one. */
export type OnceAnswer<Output> =
  | { replayed: false; output: Output }
  | { replayed: true; output: Output }
  | { replayed: true; error: AppError };

type Keys = Pick<PrismaDatabase, 'prisma'>;

/** Stores first answers. They are encrypted, because they hold session tokens and pairing codes. */
export interface AnswerStore {
  database: Keys;
  cipher: Pick<Cipher, 'encrypt' | 'decrypt'>;
}

export interface OnceOptions<Output> extends AnswerStore {
  context: CallContext;
  action: string;
  /** Converts an output to its stored form, that of the caller. */
  writeOutput(output: Output): unknown;
  readOutput(stored: unknown): Output;
  /** How long a run may take; after that its process is considered dead, and a repeat runs again. */
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

/**
 * Attempts before giving up. A row that vanishes between two statements was released by its run: the next attempt finds
 * the key free.
 */
const MAX_LOOKS = 3;

/** The provider's own refusal is an answer (502); an unreachable provider, or internal failures, are not. */
const isAnswer = (error: unknown): error is AppError =>
  error instanceof AppError && error.status === 502 && typeof error.extras.provider?.status === 'number';

const keyOf = ({ instanceId, action, key }: Claim) => ({ instanceId, action, key });
/** A filter for non-null values if `isSet`, otherwise for null. */
const isSet = <Null>(is: boolean, nothing: Null) => (is ? { not: nothing } : { equals: nothing });

/** The encryption purpose binds an answer to one API key, action and Idempotency-Key. */
const purposeOf = ({ instanceId, action, key }: Claim): string =>
  `idempotency_keys.answer:${JSON.stringify([instanceId, action, key])}`;

/** False when the key is in use. */
async function takeKey({ prisma }: Keys, { bodyHash, lockedUntil, now, ...claimed }: Claim): Promise<boolean> {
  const data = { ...claimed, bodyHash: new Uint8Array(bodyHash), lockedUntil, createdAt: now };
  return (await prisma.idempotencyKey.createMany({ data: [data], skipDuplicates: true })).count > 0;
}

type Found = NonNullable<Awaited<ReturnType<typeof findKey>>>;
const findKey = ({ prisma }: Keys, claimed: Claim) =>
  prisma.idempotencyKey.findUnique({
    where: { instanceId_action_key: keyOf(claimed) },
    select: { bodyHash: true, answer: true, messageId: true, lockedUntil: true, createdAt: true },
  });

/** Takes the key over from the run that was found; of several concurrent requests, one succeeds. */
async function takeOverKey({ prisma }: Keys, claimed: Claim, found: Found): Promise<boolean> {
  const { createdAt, lockedUntil, answer, messageId } = found;
  const { count } = await prisma.idempotencyKey.updateMany({
    where: {
      ...keyOf(claimed),
      createdAt,
      lockedUntil,
      answer: isSet(answer !== null, JSON_NULL),
      messageId: isSet(messageId !== null, null),
    },
    data: {
      bodyHash: new Uint8Array(claimed.bodyHash),
      answer: JSON_NULL,
      messageId: null,
      lockedUntil: claimed.lockedUntil,
      createdAt: claimed.now,
    },
  });
  return count > 0;
}

/** Limits writes to the run that holds the key; a run that was considered dead writes nothing. */
const heldBy = (claimed: Claim) => ({
  ...keyOf(claimed),
  lockedUntil: claimed.lockedUntil,
  answer: isSet(false, JSON_NULL),
});

/**
 * Claims the key: null when this run holds it, otherwise the stored first answer. Errors: idempotency_mismatch,
 * idempotency_in_progress.
 */
async function claim(keys: Keys, claimed: Claim): Promise<Kept | null> {
  for (let look = 0; look < MAX_LOOKS; look++) {
    if (await takeKey(keys, claimed)) return null;
    const found = await findKey(keys, claimed);
    if (!found) continue;
    const kept = {
      isSameBody: claimed.bodyHash.equals(found.bodyHash),
      hasAnswer: found.answer !== null,
      hasMessage: found.messageId !== null,
      createdAt: found.createdAt,
      lockedUntil: found.lockedUntil,
    };
    const decision = decideKey(kept, claimed.now);
    if (decision === 'mismatch') throw new AppError('idempotency_mismatch');
    if (decision === 'in_progress') throw new AppError('idempotency_in_progress');
    if (decision === 'replay') return found.answer as Kept; // safe: written below, or by a send
    if (await takeOverKey(keys, claimed, found)) return null;
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
 * `idempotency_mismatch`, a running action 409 `idempotency_in_progress`. A refusal (4xx) releases the key. For actions
 * that may be run again after their process died; sends claim their key in their own statement.
 */
export async function withIdempotency<Output>(
  { database, cipher, context, action, writeOutput, readOutput, lockMs, now = () => new Date() }: OnceOptions<Output>,
  run: () => Promise<Output>,
): Promise<OnceAnswer<Output>> {
  if (!context.idempotency) return { replayed: false, output: await run() };
  const startedAt = now();
  const claimed: Claim = {
    instanceId: callerOf(context).instanceId,
    action,
    key: context.idempotency.key,
    bodyHash: Buffer.from(context.idempotency.bodyHash, 'hex'),
    now: startedAt,
    lockedUntil: new Date(startedAt.getTime() + lockMs),
  };
  const first = await claim(database, claimed).catch(answerUnavailable);
  // safe: written below, and no other code can encrypt for this purpose
  const open = (kept: string) => JSON.parse(cipher.decrypt(kept, purposeOf(claimed))) as StoredAnswer;
  if (first) return replay(typeof first === 'string' ? open(first) : first, readOutput);

  // The action is done: if the database is unavailable, the key is free again when its lock ends.
  const settle = (stored: Promise<unknown>): Promise<unknown> =>
    stored.catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) throw error;
    });
  const keep = (answer: StoredAnswer): Promise<unknown> => {
    const sealed = cipher.encrypt(JSON.stringify(answer), purposeOf(claimed));
    return settle(database.prisma.idempotencyKey.updateMany({ where: heldBy(claimed), data: { answer: sealed } }));
  };
  try {
    const output = await run();
    await keep({ ok: true, output: writeOutput(output) });
    return { replayed: false, output };
  } catch (error) {
    if (isAnswer(error)) {
      const { code, message, extras } = error;
      await keep({ ok: false, error: { code, message, extras } });
    } else {
      await settle(database.prisma.idempotencyKey.deleteMany({ where: heldBy(claimed) }));
    }
    throw error;
  }
}
