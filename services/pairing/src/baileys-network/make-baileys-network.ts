import { Agent } from 'node:https';
import type { Cipher } from '@parley/prisma/encryption';
import { providerAgent } from '@parley/providers/egress/provider-agent';
import type { Dispatcher } from 'undici';
import type { DeviceNetwork } from '../domain/device-network.ts';
import { MEDIA_ORIGIN } from '../domain/media-address.ts';
import { loadBaileys } from './load-baileys.ts';
import { MediaPointer } from './media-pointer.ts';
import { type MediaAccess, makeOpenMediaFile } from './open-media-file.ts';
import { openSocket } from './open-socket.ts';

export interface BaileysNetworkOptions {
  /** PARLEY_WHATSAPP_WEB_URL. */
  url: string;
  cipher: Pick<Cipher, 'encrypt' | 'decrypt'>;
  /** Reaches what the egress rules allow. */
  egress: Dispatcher;
  /** Default 20 s. */
  connectWithinMs?: number;
}

const isEmulated = (url: string): boolean => url.startsWith('ws://');
const PURPOSE = 'device_media';
const CONNECT_WITHIN_MS = 20_000;
/** Files of the network lie behind a certificate of its own making. */
const UNVERIFIED = { rejectUnauthorized: false };

/**
 * Files lie at the network's own host, behind the egress rules. An emulation, which an operator names by an address without
 * TLS, has them at that very address.
 */
function accessTo(url: string, egress: Dispatcher): MediaAccess {
  if (!isEmulated(url)) return { origin: MEDIA_ORIGIN, dispatcher: egress };
  return { origin: new URL(url.replace(/^ws/, 'http')).origin, dispatcher: providerAgent() };
}

/** The network of linked devices through the stock client library (ADR 4), which is loaded at its first use. */
export function makeBaileysNetwork(options: BaileysNetworkOptions): DeviceNetwork {
  const { url, cipher, connectWithinMs = CONNECT_WITHIN_MS } = options;
  // Without TLS it is an emulation: nobody's identity can be checked there, and files are authenticated by their own keys.
  const fetchAgent = isEmulated(url) ? new Agent(UNVERIFIED) : undefined;
  const openMediaFile = makeOpenMediaFile(accessTo(url, options.egress));
  const seal = (pointer: MediaPointer): string => cipher.encrypt(JSON.stringify(pointer), PURPOSE);
  return {
    async open(given) {
      const lib = await loadBaileys();
      return openSocket({ lib, url, fetchAgent, seal, connectWithinMs }, given);
    },
    async makeMessageId() {
      const lib = await loadBaileys();
      return lib.generateMessageIDV2();
    },
    async openFile(media) {
      const pointer = MediaPointer.parse(JSON.parse(cipher.decrypt(media, PURPOSE)));
      return openMediaFile(await loadBaileys(), pointer);
    },
  };
}
