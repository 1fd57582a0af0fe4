import { Agent } from 'node:https';
import type { Cipher } from '@parley/prisma/encryption';
import { Agent as FetchAgent } from 'undici';
import type { DeviceNetwork } from '../domain/device-network.ts';
import { loadBaileys } from './load-baileys.ts';
import { openMediaFile } from './media-file.ts';
import { MediaPointer } from './media-pointer.ts';
import { openSocket } from './open-socket.ts';

export interface BaileysNetworkOptions {
  /** PARLEY_WHATSAPP_WEB_URL. */
  url: string;
  cipher: Pick<Cipher, 'encrypt' | 'decrypt'>;
  /** Default 20 s. */
  connectWithinMs?: number;
}

const PURPOSE = 'device_media';
const CONNECT_WITHIN_MS = 20_000;
/** Files of the network lie behind a certificate of its own making. */
const UNVERIFIED = { rejectUnauthorized: false };

/** The network of linked devices through the stock client library (ADR 4), which is loaded at its first use. */
export function makeBaileysNetwork({
  url,
  cipher,
  connectWithinMs = CONNECT_WITHIN_MS,
}: BaileysNetworkOptions): DeviceNetwork {
  // Without TLS it is an emulation: nobody's identity can be checked there, and files are authenticated by their own keys.
  const isEmulated = url.startsWith('ws://');
  const fetchAgent = isEmulated ? new Agent(UNVERIFIED) : undefined;
  const dispatcher = isEmulated ? new FetchAgent({ connect: UNVERIFIED }) : undefined;
  // safe: fetch takes undici's dispatcher beside the standard's members
  const fetchOptions = (dispatcher ? { dispatcher } : {}) as RequestInit;
  const seal = (pointer: MediaPointer): string => cipher.encrypt(JSON.stringify(pointer), PURPOSE);
  return {
    async open(given) {
      const lib = await loadBaileys();
      return openSocket({ lib, url, fetchAgent, fetchOptions, seal, connectWithinMs }, given);
    },
    async makeMessageId() {
      const lib = await loadBaileys();
      return lib.generateMessageIDV2();
    },
    async openFile(media) {
      const pointer = MediaPointer.parse(JSON.parse(cipher.decrypt(media, PURPOSE)));
      return openMediaFile(await loadBaileys(), pointer, fetchOptions);
    },
  };
}
