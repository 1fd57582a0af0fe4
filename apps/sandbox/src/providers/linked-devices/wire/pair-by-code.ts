import { createCipheriv, createDecipheriv, hkdfSync, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { type BinaryNode, Curve, type KeyPair } from 'baileys';
import { ControlError } from '../../../control/control-error.ts';
import type { Device, NetworkState, Person } from '../state/network-state.ts';
import type { DeviceConnection } from './device-connection.ts';
import type { Approval } from './pair-device.ts';
import { part, partBytes, SERVER, splitJid, stanza } from './stanza.ts';

const ITERATIONS = 131_072;
const FINISH_TIMEOUT_MS = 10_000;
const EMPTY = Buffer.alloc(0);
const deriveKey = promisify(pbkdf2);

interface Request {
  connection: DeviceConnection;
  number: string;
  ref: Buffer;
  wrappedKey: Buffer;
  /** Set while a phone waits for the client's half of the exchange. */
  onFinish: ((bundle: Buffer) => void) | null;
}

/**
 * Links by a code that the person types on the phone (docs/reference/wd.md#registration); the code protects a key
 * exchange.
 */
export function makeCodePairing(deps: {
  state: NetworkState;
  now: () => number;
  pairDevice: (person: Person, approval: Approval) => Promise<Device>;
}) {
  const requests = new Map<DeviceConnection, Request>();
  let lastId = 0;

  return {
    /** Handles the client's two stanzas. */
    takeStanza(connection: DeviceConnection, iq: BinaryNode) {
      const node = part(iq, 'link_code_companion_reg');
      const answer = { from: SERVER, type: 'result', id: iq.attrs.id };
      if (node?.attrs.stage === 'companion_hello') {
        if (deps.state.settings.pairingCodes === 'refused') {
          const reason = stanza('error', { code: '429', text: 'rate-overlimit' });
          connection.send(stanza('iq', { ...answer, type: 'error' }, [reason]));
          return;
        }
        if (deps.state.settings.pairingCodes === 'after_errors') {
          const reason = stanza('error', { code: '503', text: 'service-unavailable' });
          connection.send(stanza('iq', { from: SERVER, type: 'error', id: 'unrelated-1' }, [reason]));
        }
        const ref = randomBytes(16);
        const wrappedKey = partBytes(node, 'link_code_pairing_wrapped_companion_ephemeral_pub') ?? EMPTY;
        const number = splitJid(node.attrs.jid ?? '').user;
        requests.set(connection, { connection, number, ref, wrappedKey, onFinish: null });
        const child = stanza('link_code_pairing_ref', {}, ref);
        connection.send(
          stanza('iq', answer, [stanza('link_code_companion_reg', { stage: 'companion_hello' }, [child])]),
        );
        return;
      }
      connection.send(stanza('iq', answer));
      const bundle = partBytes(node, 'link_code_pairing_wrapped_key_bundle');
      if (bundle) requests.get(connection)?.onFinish?.(bundle);
    },

    /** Drops a client that disconnected. */
    forget: (connection: DeviceConnection) => requests.delete(connection),

    /** The phone submits a code; 404 if no client asked for this number, 422 if the code is wrong. */
    async enter(person: Person, code: string): Promise<Device> {
      const request = [...requests.values()].findLast(({ number }) => number === person.number);
      if (!request?.connection.isOpen())
        throw new ControlError(404, 'no_pairing_request', `No client asked for a code for ${person.number}.`);
      const typed = code.replaceAll('-', '').toUpperCase();
      const ephemeral = Curve.generateKeyPair();
      const companionKey = await unwrapKey(request.wrappedKey, typed);
      const finished = waitForFinish(request);
      const wrapped = await wrapKey(Buffer.from(ephemeral.public), typed);
      request.connection.send(primaryHello(request.ref, wrapped, person, `code-${++lastId}`, deps.now()));
      const bundle = await finished;
      if (bundle === null) throw new ControlError(504, 'device_silent', 'The client did not finish the exchange.');
      const shared = Curve.sharedKey(ephemeral.private, companionKey);
      const { identity, advSecret } = openBundle(bundle, shared, person.keys().identity);
      requests.delete(request.connection);
      return deps.pairDevice(person, { connection: request.connection, identity, advSecret });
    },
  };
}

function waitForFinish(request: Request): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), FINISH_TIMEOUT_MS);
    request.onFinish = (bundle) => {
      clearTimeout(timer);
      resolve(bundle);
    };
  });
}

function primaryHello(ref: Buffer, wrapped: Buffer, person: Person, id: string, nowMs: number): BinaryNode {
  const attrs = { from: 's.whatsapp.net', type: 'link_code_companion_reg', id, t: Math.floor(nowMs / 1000) };
  return stanza('notification', attrs, [
    stanza('link_code_companion_reg', { stage: 'primary_hello' }, [
      stanza('link_code_pairing_ref', {}, ref),
      stanza('link_code_pairing_wrapped_primary_ephemeral_pub', {}, wrapped),
      stanza('primary_identity_pub', {}, Buffer.from(person.keys().identity.public)),
    ]),
  ]);
}

/** 32 bytes salt, 16 bytes IV, then the key under AES-CTR with a key that PBKDF2 derives from the code. */
async function wrapKey(key: Buffer, code: string): Promise<Buffer> {
  const salt = randomBytes(32);
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-ctr', await deriveKey(code, salt, ITERATIONS, 32, 'sha256'), iv);
  return Buffer.concat([salt, iv, cipher.update(key), cipher.final()]);
}

async function unwrapKey(wrapped: Buffer, code: string): Promise<Buffer> {
  const secret = await deriveKey(code, wrapped.subarray(0, 32), ITERATIONS, 32, 'sha256');
  const decipher = createDecipheriv('aes-256-ctr', secret, wrapped.subarray(32, 48));
  return Buffer.concat([decipher.update(wrapped.subarray(48, 80)), decipher.final()]);
}

/** Opens the client's bundle; the key is right only if the typed code is. */
function openBundle(bundle: Buffer, shared: Buffer, phone: KeyPair): { identity: Buffer; advSecret: Buffer } {
  const info = 'link_code_pairing_key_bundle_encryption_key';
  const key = Buffer.from(hkdfSync('sha256', shared, bundle.subarray(0, 32), info, 32));
  const decipher = createDecipheriv('aes-256-gcm', key, bundle.subarray(32, 44));
  decipher.setAuthTag(bundle.subarray(-16));
  let opened: Buffer;
  try {
    opened = Buffer.concat([decipher.update(bundle.subarray(44, -16)), decipher.final()]);
  } catch {
    throw new ControlError(422, 'wrong_code', 'The code is not the one that the client shows.');
  }
  const identity = opened.subarray(0, 32);
  const secret = Buffer.concat([shared, Curve.sharedKey(phone.private, identity), opened.subarray(64)]);
  return { identity, advSecret: Buffer.from(hkdfSync('sha256', secret, EMPTY, 'adv_secret', 32)) };
}
