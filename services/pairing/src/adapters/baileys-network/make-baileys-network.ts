import { Agent as HttpAgent } from 'node:http';
import { Agent } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Cipher } from '@parley/database/encryption';
import type { DeviceNetwork } from '../../domain/device-network.ts';
import { loadBaileys } from './load-baileys.ts';
import { type Dispatchers, openMediaAccess } from './media-access.ts';
import { MediaPointer } from './media-pointer.ts';
import { makeOpenMediaFile } from './open-media-file.ts';
import { openSocket } from './open-socket.ts';

export interface BaileysNetworkOptions {
  /** PARLEY_WHATSAPP_WEB_URL. */
  url: string;
  /** PARLEY_WHATSAPP_WEB_ROOT_KEY: the root key of an emulated network. */
  rootKey?: string | undefined;
  cipher: Pick<Cipher, 'encrypt' | 'decrypt'>;
  dispatchers: Dispatchers;
  /** Resolves the host name of the network. */
  lookup: LookupFunction;
  /** Default 20 s. */
  connectWithinMs?: number;
  /** Default 20 s. */
  keepAliveMs?: number | undefined;
}

const PURPOSE = 'device_media';
const CONNECT_WITHIN_MS = 20_000;
const KEEP_ALIVE_MS = 20_000;

/** The network of linked devices through the stock client library (ADR 4), which is loaded on first use. */
export function makeBaileysNetwork(options: BaileysNetworkOptions): DeviceNetwork {
  const { url, cipher, connectWithinMs = CONNECT_WITHIN_MS, keepAliveMs = KEEP_ALIVE_MS } = options;
  const rootKey = options.rootKey === undefined ? null : Buffer.from(options.rootKey, 'base64');
  const load = () => loadBaileys(rootKey);
  const access = openMediaAccess(url, options.dispatchers);
  const { lookup } = options;
  // safe: for an address without TLS the client library passes it to node:http
  const agent = url.startsWith('ws://') ? (new HttpAgent({ lookup }) as Agent) : new Agent({ lookup });
  const openMediaFile = makeOpenMediaFile(access);
  const seal = (pointer: MediaPointer): string => cipher.encrypt(JSON.stringify(pointer), PURPOSE);
  return {
    async open(given) {
      const lib = await load();
      return openSocket({ lib, url, agent, access, seal, connectWithinMs, keepAliveMs }, given);
    },
    async makeMessageId() {
      const lib = await load();
      return lib.generateMessageIDV2();
    },
    async openFile(media) {
      const pointer = MediaPointer.parse(JSON.parse(cipher.decrypt(media, PURPOSE)));
      return openMediaFile(await load(), pointer);
    },
  };
}
