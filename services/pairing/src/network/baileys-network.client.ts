import { Agent as HttpAgent } from 'node:http';
import { Agent } from 'node:https';
import type { OldDeviceMessage } from '@parley/common/contracts/internal/store-device-items';
import type { Cipher } from '@parley/database/encryption';
import type { Egress } from '@parley/providers/egress/open-egress';
import { providerAgent, providerLookup } from '@parley/providers/egress/provider-agent';
import type { DeviceSocket, NetworkFile, OpenSocket } from '../devices/device-network.rules.ts';
import { nameOldMessages } from '../history/old-message.rules.ts';
import { makeOpenHistory } from '../history/open-history.client.ts';
import { readNames, readOldMessages } from '../history/read-history.client.ts';
import { openMediaAccess } from '../media/media-access.client.ts';
import { MediaPointer } from '../media/media-pointer.rules.ts';
import { makeMediaReadAhead, makeOpenMediaFile } from '../media/open-media-file.client.ts';
import { makePictureCache, PICTURES_KEPT } from '../profiles/picture-cache.client.ts';
import type { DeviceProxy } from '../proxies/proxy.rules.ts';
import { openWayOut, type WayOut } from '../proxies/way-out.client.ts';
import type { MessageSource } from '../received/read-message.client.ts';
import { loadBaileys } from './load-baileys.client.ts';
import { openSocket } from './open-socket.client.ts';
import type { PairingEnvironment } from './pairing-environment.rules.ts';

type NetworkEnvironment = Pick<
  PairingEnvironment,
  'PARLEY_WHATSAPP_WEB_URL' | 'PARLEY_WHATSAPP_WEB_ROOT_KEY' | 'PARLEY_DNS_SERVERS' | 'PARLEY_WD_GROUP_ADDS_PER_DAY'
>;

export interface NetworkOptions {
  cipher: Pick<Cipher, 'encrypt' | 'decrypt'>;
  /** Reaches addresses that the egress rules allow. */
  egress: Pick<Egress, 'agent' | 'connect'>;
  /** Default 20 s. */
  keepAliveMs?: number | undefined;
}

const PURPOSE = 'device_media';
/** Time until the first QR or the login. */
const CONNECT_WITHIN_MS = 20_000;
const KEEP_ALIVE_MS = 20_000;

export type BaileysNetwork = ReturnType<typeof makeBaileysNetwork>;

/** The network of linked devices through the stock client library (ADR 4), which is loaded on first use. */
export function makeBaileysNetwork(
  environment: NetworkEnvironment,
  { cipher, egress, keepAliveMs = KEEP_ALIVE_MS }: NetworkOptions,
) {
  const { PARLEY_WHATSAPP_WEB_URL: url, PARLEY_WHATSAPP_WEB_ROOT_KEY: rootKey, PARLEY_DNS_SERVERS } = environment;
  const load = () => loadBaileys(rootKey === undefined ? null : Buffer.from(rootKey, 'base64'));
  const access = openMediaAccess(url, { egress: egress.agent, provider: providerAgent(PARLEY_DNS_SERVERS) });
  const lookup = providerLookup(PARLEY_DNS_SERVERS);
  const isEncrypted = !url.startsWith('ws://');
  const direct: WayOut = {
    // safe: for an address without TLS the client library passes it to node:http
    agent: isEncrypted ? new Agent({ lookup }) : (new HttpAgent({ lookup }) as Agent),
    dispatcher: access.dispatcher,
    close() {},
  };
  const wayOf = (proxy: DeviceProxy | null, onFailed: (error: Error) => void): WayOut =>
    proxy ? openWayOut(egress, { proxy, isEncrypted, onFailed }) : direct;
  const readAhead = makeMediaReadAhead();
  const filesBy = ({ dispatcher }: WayOut) => makeOpenMediaFile({ ...access, dispatcher }, readAhead);
  const seal = (pointer: MediaPointer): string => cipher.encrypt(JSON.stringify(pointer), PURPOSE);
  const groupAddsPerDay = environment.PARLEY_WD_GROUP_ADDS_PER_DAY;
  const pictureCache = makePictureCache({ ...PICTURES_KEPT, now: Date.now });
  const times = { connectWithinMs: CONNECT_WITHIN_MS, keepAliveMs };
  const options = { url, access, seal, groupAddsPerDay, pictureCache, ...times };
  return {
    async open(given: OpenSocket): Promise<DeviceSocket> {
      const openWay = (onFailed: (error: Error) => void) => {
        const way = wayOf(given.proxy, onFailed);
        return { ...way, openHistory: makeOpenHistory(filesBy(way)) };
      };
      return openSocket({ lib: await load(), ...options, openWay }, given);
    },
    /** A new message id. */
    async makeMessageId(): Promise<string> {
      const lib = await load();
      return lib.generateMessageIDV2();
    },
    /** Reads messages that another system kept, and the names in them; newest first in each chat. Throws BrokenMessage. */
    async readHistory(
      history: Uint8Array,
      device: Pick<MessageSource, 'resolve' | 'me'>,
      span: Parameters<typeof readOldMessages>[2],
      onFault: (error: unknown) => void,
    ): Promise<OldDeviceMessage[]> {
      const lib = await load();
      // An old message that an admin has deleted is not in a history.
      const source: MessageSource = { lib, seal, isAdmin: async () => false, ...device };
      return nameOldMessages(await readOldMessages(source, history, span, onFault), readNames(history));
    },
    /** Opens a file by the `media` of its attachment, through the proxy of its device; null when it is gone. */
    async openFile(media: string, proxy: DeviceProxy | null): Promise<NetworkFile | null> {
      const pointer = MediaPointer.parse(JSON.parse(cipher.decrypt(media, PURPOSE)));
      const lib = await load();
      const way = wayOf(proxy, () => {});
      // An open file is read to its end.
      return filesBy(way)(lib, pointer).finally(way.close);
    },
  };
}
