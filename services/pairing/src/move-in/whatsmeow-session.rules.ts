import { z } from 'zod';

/**
 * Sessions of the Go library (JSON in the columns `session` and `sender_key`) in the form of the client's library. All
 * bytes are base64 on both sides.
 */

const Text = z.string().min(1);
const ChainKey = z.object({ Index: z.number().int().min(0), Key: Text });
const Chain = z.object({
  SenderRatchetKeyPublic: Text,
  SenderRatchetKeyPrivate: z.string().nullish(),
  ChainKey,
  MessageKeys: z.array(z.unknown()).nullish(),
});
const State = z.object({
  RemoteIdentityPublic: Text,
  RemoteRegistrationID: z.number(),
  RootKey: Text,
  SenderBaseKey: Text,
  PreviousCounter: z.number(),
  SenderChain: Chain,
  ReceiverChains: z.array(Chain).min(1),
  PendingPreKey: z
    .object({
      SignedPreKeyID: z.number(),
      BaseKey: Text,
      PreKeyID: z.object({ Value: z.number().optional(), IsEmpty: z.boolean() }).nullish(),
    })
    .nullish(),
});
type State = z.infer<typeof State>;
const Record_ = z.object({ SessionState: State, PreviousStates: z.array(z.unknown()).nullish() });

/** The greatest unsigned number stands for -1: no message was sent with the chain before. */
const NO_COUNTER = 4_294_967_295;
const MAX_OLD_STATES = 39;
const BASE_KEY_OURS = 1;
const BASE_KEY_THEIRS = 2;
const SENDING = 1;
const RECEIVING = 2;
const OPEN = -1;

interface ChainEntry {
  chainKey: { counter: number; key: string };
  chainType: number;
  messageKeys: Record<string, string>;
}

/** The Go library counts the next message, the client's library the last one. */
const chainOf = ({ ChainKey: { Index, Key } }: z.infer<typeof Chain>, chainType: number): ChainEntry => ({
  chainKey: { counter: Index - 1, key: Key },
  chainType,
  messageKeys: {},
});

function entryOf(state: State, at: number, closed: number) {
  const { SenderChain: sending, ReceiverChains: receiving, PendingPreKey: pending } = state;
  const chains: Record<string, ChainEntry> = { [sending.SenderRatchetKeyPublic]: chainOf(sending, SENDING) };
  for (const chain of receiving) {
    // The chain of a signed prekey that received nothing: its counter would look like thousands of lost messages.
    if (chain.ChainKey.Index > 0) chains[chain.SenderRatchetKeyPublic] = chainOf(chain, RECEIVING);
  }
  const preKeyId = pending?.PreKeyID && !pending.PreKeyID.IsEmpty ? pending.PreKeyID.Value : undefined;
  return {
    registrationId: state.RemoteRegistrationID,
    currentRatchet: {
      ephemeralKeyPair: { pubKey: sending.SenderRatchetKeyPublic, privKey: sending.SenderRatchetKeyPrivate ?? '' },
      lastRemoteEphemeralKey: receiving.at(-1)?.SenderRatchetKeyPublic ?? '',
      previousCounter: state.PreviousCounter === NO_COUNTER ? -1 : state.PreviousCounter,
      rootKey: state.RootKey,
    },
    indexInfo: {
      baseKey: state.SenderBaseKey,
      baseKeyType: pending ? BASE_KEY_OURS : BASE_KEY_THEIRS,
      closed,
      used: at,
      created: at,
      remoteIdentityKey: state.RemoteIdentityPublic,
    },
    _chains: chains,
    ...(pending && {
      pendingPreKey: {
        signedKeyId: pending.SignedPreKeyID,
        baseKey: pending.BaseKey,
        ...(preKeyId === undefined ? {} : { preKeyId }),
      },
    }),
  };
}

export interface ConvertedSession {
  session: { _sessions: Record<string, ReturnType<typeof entryOf>>; version: 'v1' };
  /** Keys of messages that were overtaken: they are already derived, so that such a message costs a retry. */
  skipped: number;
}

/** Parses JSON; undefined for other content, such as the binary form of another version of the library. */
export function readJson(text: string): unknown {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Null when the session is not in the known form. */
export function convertSession(text: string, now: Date): ConvertedSession | null {
  const parsed = Record_.safeParse(readJson(text));
  if (!parsed.success) return null;
  const { SessionState: current, PreviousStates: previous } = parsed.data;
  const at = now.getTime();
  const old = (previous ?? []).slice(0, MAX_OLD_STATES).flatMap((state) => State.safeParse(state).data ?? []);
  const sessions: ConvertedSession['session']['_sessions'] = {};
  // The client deletes the state that was closed first.
  old.reverse().forEach((state, index) => {
    const closed = at - 1000 + index;
    sessions[state.SenderBaseKey] = entryOf(state, closed, closed);
  });
  sessions[current.SenderBaseKey] = entryOf(current, at, OPEN);
  const skipped = [current, ...old]
    .flatMap(({ ReceiverChains }) => ReceiverChains)
    .reduce((sum, { MessageKeys }) => sum + (MessageKeys?.length ?? 0), 0);
  return { session: { _sessions: sessions, version: 'v1' }, skipped };
}

const SenderKeyStates = z.object({
  SenderKeyStates: z
    .array(
      z.object({
        KeyID: z.number(),
        SenderChainKey: z.object({ Iteration: z.number(), ChainKey: Text }),
        SigningKeyPublic: Text,
        SigningKeyPrivate: z.string().nullish(),
        Keys: z.array(z.object({ Iteration: z.number(), Seed: Text })).nullish(),
      }),
    )
    .min(1),
});

const bytes = (text: string): Buffer => Buffer.from(text, 'base64');

/** A private key of zeros stands for none: the key is another person's. */
function privateOf(text: string | null | undefined): Buffer {
  const key = bytes(text ?? '');
  return key.every((byte) => byte === 0) ? Buffer.alloc(0) : key;
}

/** The states of a sender key, the newest last; null when they are not in the known form. */
export function convertSenderKey(text: string): unknown[] | null {
  const parsed = SenderKeyStates.safeParse(readJson(text));
  if (!parsed.success) return null;
  return parsed.data.SenderKeyStates.toReversed().map((state) => ({
    senderKeyId: state.KeyID,
    senderChainKey: { iteration: state.SenderChainKey.Iteration, seed: bytes(state.SenderChainKey.ChainKey) },
    senderSigningKey: { public: bytes(state.SigningKeyPublic), private: privateOf(state.SigningKeyPrivate) },
    senderMessageKeys: (state.Keys ?? []).map(({ Iteration, Seed }) => ({ iteration: Iteration, seed: bytes(Seed) })),
  }));
}
