import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SANDBOX_SEED } from '@parley/sandbox/seed';
import type { proto, WASocket } from 'baileys';
import type { BaileysStore, StoredEntry } from '../../src/move-in/convert-baileys.client.ts';
import { splitFileName } from '../../src/move-in/key-name.rules.ts';
import { SILENT } from '../../src/network/baileys-options.client.ts';
import { loadBaileys } from '../../src/network/load-baileys.client.ts';
import type { OpenPairing } from '../open-pairing.ts';

/** The emulated network, and how a test waits for it. */
export interface StockPlace {
  network: Pick<OpenPairing['network'], 'putPhone' | 'scan'>;
  sandbox: Pick<OpenPairing['sandbox'], 'whatsappWebUrl'>;
  until: OpenPairing['until'];
}

/** Another system with a device on the emulated network: the stock library and its files, as WAHA and bots have it. */
export async function linkStockDevice(open: StockPlace, number: string) {
  const lib = await loadBaileys(Buffer.from(SANDBOX_SEED.deviceNetwork.rootKey, 'base64'));
  const directory = await mkdtemp(join(tmpdir(), 'parley-stock-'));
  const texts: string[] = [];
  let sock: WASocket | null = null;
  let isOpen = false;
  let isStopped = true;
  /** The code of each close. */
  const closes: number[] = [];

  const textOf = (message: proto.IMessage | null | undefined): string =>
    message?.conversation ?? message?.extendedTextMessage?.text ?? '';

  async function connect(): Promise<void> {
    isStopped = false;
    const { state, saveCreds } = await lib.useMultiFileAuthState(directory);
    const mine = lib.makeWASocket({
      auth: state,
      logger: SILENT,
      waWebSocketUrl: open.sandbox.whatsappWebUrl,
      // safe: for an address without TLS the library passes it to node:http
      agent: new Agent() as never,
      browser: lib.Browsers.ubuntu('Chrome'),
      syncFullHistory: false,
      shouldSyncHistoryMessage: () => false,
      markOnlineOnConnect: false,
    });
    sock = mine;
    mine.ev.on('creds.update', () => void saveCreds());
    mine.ev.on('connection.update', ({ connection, qr, lastDisconnect }) => {
      if (qr) void open.network.scan(number, qr);
      if (connection === 'open') isOpen = true;
      if (connection !== 'close') return;
      isOpen = false;
      const error = lastDisconnect?.error;
      const code = error && 'output' in error ? (error.output as { statusCode: number }).statusCode : 0;
      closes.push(code);
      // The link is followed by a restart.
      if (!isStopped && code === 515) void connect();
    });
    mine.ev.on('messages.upsert', ({ messages }) => {
      texts.push(...messages.map(({ message }) => textOf(message)));
    });
  }
  const untilOpen = () => open.until('the stock device to be online', () => isOpen);
  const socket = (): WASocket => {
    if (!sock) throw new Error('The stock device is not connected.');
    return sock;
  };

  await open.network.putPhone({ number });
  await connect();
  await untilOpen();
  return {
    deviceId: `${number}:1`,
    directory,
    closes,
    heard: (text: string) => texts.includes(text),
    /** Sends a text; a group by its id. */
    send: (to: string, text: string) => socket().sendMessage(to.includes('@') ? to : `${to}@s.whatsapp.net`, { text }),
    connect: async () => {
      await connect();
      await untilOpen();
    },
    tryToConnect: connect,
    /** Ends its connection; its files stay as they are. */
    async stop() {
      isStopped = true;
      await open.until('its writes', async () => {
        // The library writes its files without waiting.
        const before = await listTimes(directory);
        await pause(300);
        return before === (await listTimes(directory));
      });
      await sock?.end(undefined);
      sock = null;
      isOpen = false;
    },
    async readStore(): Promise<BaileysStore> {
      const entries: StoredEntry[] = [];
      let creds: string | null = null;
      for (const file of await readdir(directory)) {
        const text = await readFile(join(directory, file), 'utf8');
        const named = splitFileName(file);
        if (named) entries.push({ ...named, text });
        else creds = text;
      }
      return { creds, entries };
    },
    async [Symbol.asyncDispose]() {
      isStopped = true;
      await sock?.end(undefined);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
export type StockDevice = Awaited<ReturnType<typeof linkStockDevice>>;

const listTimes = async (directory: string): Promise<string> => {
  const files = await readdir(directory);
  const texts = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8').catch(() => '')));
  return files.map((file, index) => `${file} ${texts[index]}`).join('\n');
};
