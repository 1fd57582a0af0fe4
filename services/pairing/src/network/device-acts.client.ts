import type { BoundedMap } from '@parley/runtime/bounded-map';
import type { GroupMetadata, WASocket } from 'baileys';
import type { DeviceSocket, OpenSocket } from '../devices/device-network.rules.ts';
import { makeAddPace } from '../groups/add-pace.client.ts';
import { makeGroups } from '../groups/groups.client.ts';
import type { MediaAccess } from '../media/media-access.client.ts';
import { makeHasToken } from '../new-chats/has-token.client.ts';
import { makeFetchPicture } from '../profiles/fetch-picture.client.ts';
import type { PictureCache } from '../profiles/picture-cache.client.ts';
import { makePictures } from '../profiles/pictures.client.ts';
import { makeProfiles } from '../profiles/profiles.client.ts';
import type { OwnJids, ResolvePhone } from '../received/read-person.client.ts';
import { makeAct } from '../sends/act.client.ts';
import { makeFindRecipient } from '../sends/find-recipient.client.ts';
import { makeNumberPace } from '../sends/send.rules.ts';
import { makeSendMessage } from '../sends/send-message.client.ts';
import type { Acks } from './acks.client.ts';
import type { AuthState } from './auth-state.client.ts';
import type { Limits } from './limits.client.ts';
import type { Baileys } from './load-baileys.client.ts';

type Acting = Pick<DeviceSocket, 'send' | 'act' | 'manageGroup' | 'manageProfile' | 'hasTokenOf'>;

interface ActsOptions {
  lib: Baileys;
  sock: WASocket;
  isOpen(): boolean;
  acks: Acks;
  limits: Limits;
  access: MediaAccess;
  notices: Parameters<typeof makeAct>[0]['notices'];
  me(): OwnJids | null;
  resolve: ResolvePhone;
  keys: AuthState['keys'];
  given: Pick<OpenSocket, 'auth' | 'keepSent' | 'groupList' | 'now'>;
  groupAddsPerDay: number;
  groups: BoundedMap<string, GroupMetadata>;
  forgetGroup(id: string | undefined): void;
  pictureCache: PictureCache;
}

/** Everything that a device does on request. */
export interface DeviceActs extends Acting {
  /** The network reported a new picture of this person. */
  pictureChanged(jid: string): Promise<void>;
}

/** Makes the acts of a connection with the first of them: most devices only receive. */
export function makeDeviceActs(options: ActsOptions): DeviceActs {
  const { lib, sock, isOpen, limits, acks, access, me, resolve, given } = options;
  const connection = { lib, sock, isOpen, limits };
  const pace = makeNumberPace(Date.now);
  const shared = { ...connection, acks, pace, findRecipient: makeFindRecipient({ lib, sock }) };
  const fetchPicture = makeFetchPicture(access);
  const pictures = makePictures({ sock, me, resolve, pace, cache: options.pictureCache, fetchPicture });
  return {
    send: makeSendMessage({ ...shared, access, keepSent: given.keepSent }),
    act: makeAct({ ...shared, notices: options.notices }),
    manageGroup: makeGroups({
      ...connection,
      me,
      pace: makeAddPace(given.auth, options.groupAddsPerDay, () => given.now().getTime()),
      list: given.groupList,
      cache: options.groups,
      forget: options.forgetGroup,
    }),
    manageProfile: makeProfiles({ ...shared, me, resolve, pictures }),
    hasTokenOf: makeHasToken(options.keys),
    pictureChanged: (jid) => pictures.changed(jid),
  };
}
