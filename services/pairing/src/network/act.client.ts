import type { DeviceAct, DeviceMessage } from '@parley/common/contracts/internal/act-on-device-message';
import type { AnyMessageContent, WAMessageKey, WASocket } from 'baileys';
import type { DeviceActed } from '../devices/device-network.rules.ts';
import { isGroup, jidOfAddress } from '../received/read-person.client.ts';
import type { KnownCall, RingingCalls } from '../received/ringing-calls.client.ts';
import { checkNumbers } from '../sends/check-numbers.client.ts';
import type { FindRecipient } from '../sends/find-recipient.client.ts';
import { makeNumberPace } from '../sends/number-pace.rules.ts';
import { generateMessage, relayMessage } from '../sends/relay-message.client.ts';
import { type Acks, failureOf, NOT_CONNECTED, NOT_ON_NETWORK, refused } from './acks.client.ts';
import type { Baileys } from './load-baileys.client.ts';
import { within } from './within.client.ts';

interface ActOptions {
  lib: Baileys;
  sock: WASocket;
  isOpen(): boolean;
  acks: Acks;
  findRecipient: FindRecipient;
  notices: {
    calls: Pick<RingingCalls, 'find'>;
    rejecting(call: KnownCall, reject: () => Promise<void>): Promise<void>;
  };
}

type MessageAct = Extract<DeviceAct, { type: 'react' | 'edit' | 'delete' }>;

const DONE: DeviceActed = { kind: 'done' };
const NO_CALL = refused(404, 'unknown_call', 'No call with this id rings at this device.', false);
const STATES = { typing: 'composing', recording: 'recording', off: 'paused' } as const;

const keyOf = (jid: string, { id, isOwn, author }: DeviceMessage): WAMessageKey => ({
  remoteJid: jid,
  id,
  fromMe: isOwn,
  ...(author !== null && isGroup(jid) ? { participant: jidOfAddress(author) } : {}),
});

function contentOf(act: MessageAct, key: WAMessageKey): AnyMessageContent {
  if (act.type === 'react') return { react: { text: act.emoji ?? '', key } };
  return act.type === 'edit' ? { text: act.text, edit: key, linkPreview: null } : { delete: key };
}

/** The mark of the stanza, as the stock client sets it; reactions have none. */
const EDIT_MARKS: Readonly<Partial<Record<MessageAct['type'], string>>> = { edit: '1', delete: '7' };

/** Performs acts of a device: those on messages are messages of their own (docs/reference/wd.md#acts). */
export function makeAct({ lib, sock, isOpen, acks, findRecipient, notices }: ActOptions) {
  const pace = makeNumberPace(Date.now);

  async function changeMessage(act: MessageAct, jid: string, deadline: number): Promise<DeviceActed> {
    const id = lib.generateMessageIDV2(sock.user?.id);
    const message = await generateMessage({ lib, sock }, { id, jid }, contentOf(act, keyOf(jid, act.message)));
    const sent = await relayMessage({ sock, acks }, { id, jid }, message, { deadline, edit: EDIT_MARKS[act.type] });
    return sent.kind === 'accepted' ? DONE : sent;
  }

  async function actInChat(
    act: Exclude<DeviceAct, { type: 'check_numbers' | 'reject_call' }>,
    deadline: number,
  ): Promise<DeviceActed> {
    const jid = await within(findRecipient(act.type === 'typing' ? act.chat : act.message.chat), deadline);
    if (jid === null) return NOT_ON_NETWORK;
    if (act.type === 'typing') await within(sock.sendPresenceUpdate(STATES[act.state], jid), deadline);
    else if (act.type === 'mark_read') await within(sock.readMessages([keyOf(jid, act.message)]), deadline);
    else return changeMessage(act, jid, deadline);
    return DONE;
  }

  async function perform(act: DeviceAct, deadline: number): Promise<DeviceActed> {
    if (act.type === 'reject_call') {
      const call = notices.calls.find(act.callId);
      if (call?.isRejectedHere) return DONE;
      if (!call || call.ringsUntil < Date.now()) return NO_CALL;
      await notices.rejecting(call, async () => {
        await within(sock.rejectCall(act.callId, call.jid), deadline);
      });
      return DONE;
    }
    if (act.type !== 'check_numbers') return actInChat(act, deadline);
    const retryAfterMs = pace.take(act.numbers.length);
    if (retryAfterMs > 0) return { kind: 'paced', retryAfterMs };
    return { kind: 'checked', checks: await within(checkNumbers({ lib, sock }, act.numbers), deadline) };
  }

  return async (act: DeviceAct, deadline: number): Promise<DeviceActed> => {
    if (!isOpen() || Date.now() >= deadline) return NOT_CONNECTED;
    try {
      return await perform(act, deadline);
    } catch (error) {
      return isOpen() ? failureOf(error) : NOT_CONNECTED;
    }
  };
}
