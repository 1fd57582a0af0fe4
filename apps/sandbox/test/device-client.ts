import { Agent } from 'node:https';
import { withTransactions } from '@parley/runtime/turns/key-transactions';
import makeWASocket, {
  type AuthenticationCreds,
  type BaileysEventMap,
  Browsers,
  type ConnectionState,
  DEFAULT_CONNECTION_CONFIG,
  initAuthCreds,
  type proto,
  type SignalDataTypeMap,
  type SignalKeyStore,
  type UserFacingSocketConfig,
  WA_CERT_DETAILS,
  type WAMessage,
} from 'baileys';
import { makeApp } from '../src/http/make-app.ts';
import { CHAT_PATH, mountDeviceNetwork } from '../src/providers/linked-devices/mount-device-network.ts';
import { DEVICE_NETWORK_SEED } from '../src/providers/linked-devices/state/seed-device-network.ts';
import { SILENT } from '../src/providers/linked-devices/wire/silent-logger.ts';
import { until } from './until.ts';

/** The state that a client keeps between its sockets. */
export interface ClientAuth {
  creds: AuthenticationCreds;
  keys: SignalKeyStore;
}

/** A new client's credentials, in memory. */
export function makeClientAuth(): ClientAuth {
  const entries = new Map<string, unknown>();
  return {
    creds: initAuthCreds(),
    keys: {
      get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
        const found: Record<string, SignalDataTypeMap[T]> = {};
        for (const id of ids) {
          const value = entries.get(`${type}:${id}`);
          if (value !== undefined) found[id] = value as SignalDataTypeMap[T]; // safe: stored under its type
        }
        return found;
      },
      set(data) {
        for (const [type, values] of Object.entries(data)) {
          for (const [id, value] of Object.entries(values ?? {})) {
            if (value === null) entries.delete(`${type}:${id}`);
            else entries.set(`${type}:${id}`, value);
          }
        }
      },
    },
  };
}

/** The stock client on one socket, with a record of its events. */
export function connectClient(url: string, auth: ClientAuth, options: Partial<UserFacingSocketConfig> = {}) {
  const sent = new Map<string, proto.IMessage>();
  // The library checks certificates once a test of services/pairing has run in this process.
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(DEVICE_NETWORK_SEED.rootKey, 'base64');
  const sock = makeWASocket({
    auth,
    waWebSocketUrl: url,
    logger: SILENT,
    browser: Browsers.ubuntu('Chrome'),
    markOnlineOnConnect: false,
    syncFullHistory: false,
    shouldSyncHistoryMessage: () => false,
    getMessage: async ({ id }) => sent.get(id ?? ''),
    makeSignalRepository(given, ...others) {
      // The client’s own transactions slow down every promise of the process, even after its end.
      Object.assign(given.keys, withTransactions<SignalDataTypeMap>(auth.keys));
      return DEFAULT_CONNECTION_CONFIG.makeSignalRepository(given, ...others);
    },
    ...options,
  });
  const states: Partial<ConnectionState>[] = [];
  const messages: { message: WAMessage; type: string }[] = [];
  const updates: BaileysEventMap['messages.update'] = [];
  const receipts: BaileysEventMap['message-receipt.update'] = [];
  const groups: string[] = [];
  const acks: { id: string; error: string | undefined }[] = [];
  sock.ev.on('creds.update', (update) => void Object.assign(auth.creds, update));
  sock.ev.on('connection.update', (update) => states.push(update));
  sock.ev.on('messages.upsert', (batch) =>
    messages.push(...batch.messages.map((message) => ({ message, type: batch.type }))),
  );
  sock.ev.on('messages.update', (batch) => updates.push(...batch));
  sock.ev.on('message-receipt.update', (batch) => receipts.push(...batch));
  sock.ev.on('groups.upsert', (batch) => groups.push(...batch.map(({ id }) => id)));
  sock.ws.on('CB:ack,class:message', ({ attrs }: { attrs: Record<string, string> }) =>
    acks.push({ id: attrs.id ?? '', error: attrs.error }),
  );
  return {
    sock,
    auth,
    states,
    messages,
    updates,
    receipts,
    groups,
    acks,
    qr: () => states.findLast(({ qr }) => qr !== undefined)?.qr,
    isOpen: () => states.at(-1)?.connection !== 'close' && states.some(({ connection }) => connection === 'open'),
    /** The code with which the socket was closed. */
    closeCode(): number | undefined {
      const error = states.find(({ connection }) => connection === 'close')?.lastDisconnect?.error;
      return error && 'output' in error ? (error.output as { statusCode: number }).statusCode : undefined; // safe: the client's errors are Booms
    },
    async send(to: string, content: Parameters<typeof sock.sendMessage>[1], id?: string) {
      const message = await sock.sendMessage(to, content, id === undefined ? {} : { messageId: id });
      if (message?.key.id && message.message) sent.set(message.key.id, message.message);
      return message?.key.id ?? '';
    },
    async close() {
      await sock.end(undefined);
    },
  };
}

/** The stock client. */
export type Client = ReturnType<typeof connectClient>;

/** The device network on its own server, with calls to its control API. */
export async function openDeviceNetwork() {
  const app = makeApp();
  const devices = mountDeviceNetwork(app, {
    now: Date.now,
    mediaHost: '127.0.0.1',
    mediaName: '127.0.0.1',
    onChange: () => undefined,
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `${origin.replace('http', 'ws')}${CHAT_PATH}`;
  const clients: Client[] = [];

  async function call(method: string, path: string, body?: unknown) {
    const response = await fetch(`${origin}/sandbox/devices${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the answers of every address
    const answer = (await response.json()) as any; // safe: each test asserts the members that it reads
    return { status: response.status, body: answer };
  }
  function connect(auth: ClientAuth = makeClientAuth(), options: Partial<UserFacingSocketConfig> = {}): Client {
    const client = connectClient(url, auth, options);
    clients.push(client);
    return client;
  }
  async function reconnect(auth: ClientAuth, options: Partial<UserFacingSocketConfig> = {}): Promise<Client> {
    const client = connect(auth, options);
    await until(() => client.isOpen(), 'the client is logged in');
    return client;
  }
  return {
    origin,
    url,
    call,
    connect,
    reconnect,
    /** Links a new client to a number by QR and logs it in. */
    async link(number: string, options: Partial<UserFacingSocketConfig> = {}): Promise<Client> {
      await call('POST', '/phones', { number });
      const fresh = connect();
      const qr = await until(() => fresh.qr(), 'a QR text');
      const scanned = await call('POST', `/phones/${number}/scan`, { qr });
      if (scanned.status !== 200) throw new Error(`scan: ${JSON.stringify(scanned.body)}`);
      await until(() => fresh.closeCode() === 515, 'the restart after pairing');
      return reconnect(fresh.auth, options);
    },
    /** Access to the network's own media server. */
    async mediaOptions() {
      const { body } = await call('GET', '/media-ca');
      return { ca: String(body.ca), fetchAgent: new Agent({ ca: body.ca }) };
    },
    async device(id: string) {
      return (await call('GET', `/${id}`)).body.device;
    },
    async [Symbol.asyncDispose]() {
      for (const client of clients) await client.close();
      await devices.close();
      await app.close();
    },
  };
}
