import type { BaileysStore } from '../../src/move-in/convert-baileys.client.ts';
import type { WhatsmeowStore } from '../../src/move-in/convert-whatsmeow.client.ts';
import { readStoredValue } from '../../src/move-in/stored-value.rules.ts';

interface Pair {
  private: Buffer;
  public: Buffer;
}
interface Creds {
  me: { id: string; lid: string };
  registrationId: number;
  noiseKey: Pair;
  signedIdentityKey: Pair;
  signedPreKey: { keyPair: Pair; keyId: number; signature: Buffer };
  advSecretKey: string;
  account: Record<'details' | 'accountSignature' | 'accountSignatureKey' | 'deviceSignature', string | Buffer>;
}
interface Chain {
  chainKey: { counter: number; key?: string };
  chainType: number;
}
interface Entry {
  registrationId: number;
  currentRatchet: {
    ephemeralKeyPair: { pubKey: string; privKey: string };
    lastRemoteEphemeralKey: string;
    previousCounter: number;
    rootKey: string;
  };
  indexInfo: { baseKey: string; closed: number; remoteIdentityKey: string };
  _chains: Record<string, Chain>;
  pendingPreKey?: { signedKeyId: number; baseKey: string; preKeyId?: number };
}
interface SenderKeyState {
  senderKeyId: number;
  senderChainKey: { iteration: number; seed: Buffer };
  senderSigningKey: { public: Buffer; private?: Buffer };
}

const RECEIVING = 2;
const NO_COUNTER = 4_294_967_295;
const ZEROS = Buffer.alloc(32).toString('base64');

/** A session in the form of the Go library: the reverse of the conversion, as its own state would be. */
function goSession({
  registrationId,
  currentRatchet: ratchet,
  indexInfo,
  _chains: chains,
  pendingPreKey: pending,
}: Entry) {
  const chainOf = (key: string, privateKey: string | null) => ({
    SenderRatchetKeyPublic: key,
    SenderRatchetKeyPrivate: privateKey,
    ChainKey: { Index: (chains[key]?.chainKey.counter ?? -1) + 1, Key: chains[key]?.chainKey.key ?? ZEROS },
    MessageKeys: [],
  });
  const last = ratchet.lastRemoteEphemeralKey;
  const received = Object.entries(chains).flatMap(([key, { chainType, chainKey }]) =>
    chainType === RECEIVING && chainKey.key !== undefined && key !== last ? [key] : [],
  );
  const { pubKey, privKey } = ratchet.ephemeralKeyPair;
  return {
    SessionState: {
      RemoteIdentityPublic: indexInfo.remoteIdentityKey,
      RemoteRegistrationID: registrationId,
      RootKey: ratchet.rootKey,
      SenderBaseKey: indexInfo.baseKey,
      PreviousCounter: ratchet.previousCounter < 0 ? NO_COUNTER : ratchet.previousCounter,
      SenderChain: chainOf(pubKey, privKey),
      ReceiverChains: [...received, last].map((key) => chainOf(key, null)),
      PendingPreKey: pending
        ? {
            SignedPreKeyID: pending.signedKeyId,
            BaseKey: pending.baseKey,
            PreKeyID: { Value: pending.preKeyId ?? 0, IsEmpty: pending.preKeyId === undefined },
          }
        : null,
    },
    PreviousStates: [],
  };
}

const goSenderKey = (states: readonly SenderKeyState[]) => ({
  SenderKeyStates: states.toReversed().map(({ senderKeyId, senderChainKey, senderSigningKey }) => ({
    Keys: [],
    KeyID: senderKeyId,
    SenderChainKey: { Iteration: senderChainKey.iteration, ChainKey: senderChainKey.seed.toString('base64') },
    SigningKeyPublic: senderSigningKey.public.toString('base64'),
    SigningKeyPrivate: senderSigningKey.private?.length ? senderSigningKey.private.toString('base64') : ZEROS,
  })),
});

const bytesOf = (value: string | Buffer): Buffer => (typeof value === 'string' ? Buffer.from(value, 'base64') : value);
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** A device of the stock library as rows of whatsmeow. */
export function whatsmeowOf({ creds: text, entries }: BaileysStore): WhatsmeowStore {
  // safe: written by the library
  const creds = readStoredValue(text ?? '') as Creds;
  const { account } = creds;
  const of = <T>(type: string): [id: string, value: T][] =>
    entries.flatMap((entry) =>
      entry.type === type ? [[entry.id, readStoredValue(entry.text) as T] as const] : [],
    ) as [string, T][];
  const address = (id: string): string => id.replace('.', ':');
  return {
    device: {
      jid: creds.me.id,
      lid: creds.me.lid,
      registrationId: creds.registrationId,
      noiseKey: creds.noiseKey.private,
      identityKey: creds.signedIdentityKey.private,
      signedPreKey: creds.signedPreKey.keyPair.private,
      signedPreKeyId: creds.signedPreKey.keyId,
      signedPreKeySig: creds.signedPreKey.signature,
      advKey: Buffer.from(creds.advSecretKey, 'base64'),
      advDetails: bytesOf(account.details),
      advAccountSig: bytesOf(account.accountSignature),
      advAccountSigKey: bytesOf(account.accountSignatureKey),
      advDeviceSig: bytesOf(account.deviceSignature),
      platform: 'android',
      pushName: 'Shop',
    },
    identities: of<Buffer>('identity-key').map(([id, key]) => ({ theirId: address(id), identity: key.subarray(1) })),
    preKeys: of<Pair>('pre-key').map(([id, pair]) => ({ keyId: Number(id), key: pair.private })),
    sessions: of<{ _sessions: Record<string, Entry> }>('session').flatMap(([id, { _sessions: all }]) => {
      const entry = Object.values(all).find(({ indexInfo }) => indexInfo.closed === -1);
      return entry ? [{ theirId: address(id), session: json(goSession(entry)) }] : [];
    }),
    senderKeys: of<Buffer>('sender-key').map(([id, value]) => {
      const [chatId = '', user = '', device = ''] = id.split('::');
      // safe: written by the library
      const states = readStoredValue(value.toString()) as SenderKeyState[];
      return { chatId, senderId: `${user}:${device}`, senderKey: json(goSenderKey(states)) };
    }),
    appStateKeys: [],
    tokens: [],
    contacts: [],
    lidMap: of<string>('lid-mapping').flatMap(([pn, lid]) => (pn.endsWith('_reverse') ? [] : [{ pn, lid }])),
    left: {},
  };
}
