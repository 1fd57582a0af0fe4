import type { DeviceAct, DeviceMessage } from '@parley/common/contracts/internal/act-on-device-message';
import type { AnyMessageContent, WAMessageKey, WASocket } from 'baileys';
import type { DeviceActed } from '../devices/device-network.rules.ts';
import { type Acks, failureOf, NOT_CONNECTED, NOT_ON_NETWORK, refused } from '../network/acks.client.ts';
import type { Limits } from '../network/limits.client.ts';
import type { Baileys } from '../network/load-baileys.client.ts';
import type { KnownCall, RingingCalls } from '../received/calls.client.ts';
import { isGroup, jidOfAddress, phoneOf } from '../received/read-person.client.ts';
import type { FindRecipient } from './find-recipient.client.ts';
import { generateMessage, relayMessage } from './relay-message.client.ts';
import type { NumberPace } from './send.rules.ts';

interface ActOptions {
  lib: Baileys;
  sock: WASocket;
  isOpen(): boolean;
  acks: Acks;
  limits: Limits;
  findRecipient: FindRecipient;
  /** The pace at which people are looked up. */
  pace: NumberPace;
  notices: {
    calls: Pick<RingingCalls, 'find'>;
    rejecting(call: KnownCall, reject: () => Promise<void>): Promise<void>;
  };
}

type MessageAct = Extract<DeviceAct, { type: 'react' | 'edit' | 'delete' }>;

const DONE: DeviceActed = { kind: 'done' };
const NO_CALL = refused(404, 'unknown_call', 'No call with this id rings at this device.', false);
const STATES = { typing: 'composing', recording: 'recording', off: 'paused' } as const;

/** The mark of the stanza, as the stock client sets it; reactions have none. */
const EDIT_MARKS: Readonly<Partial<Record<MessageAct['type'], string>>> = { edit: '1', delete: '7' };

/** Performs acts of a device: those on messages are messages of their own (docs/reference/wd.md#acts). */
export function makeAct({ lib, sock, isOpen, acks, limits, findRecipient, pace, notices }: ActOptions) {
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
    const to = act.type === 'typing' ? act.chat : act.message.chat;
    const jid = await limits.queryTwice('The look-up of the recipient', () => findRecipient(to), deadline);
    if (jid === null) return NOT_ON_NETWORK;
    if (act.type === 'typing')
      await limits.within('The typing mark', sock.sendPresenceUpdate(STATES[act.state], jid), deadline);
    else if (act.type === 'mark_read')
      await limits.within('The receipt', sock.readMessages([keyOf(jid, act.message)]), deadline);
    else return changeMessage(act, jid, deadline);
    return DONE;
  }

  async function perform(act: DeviceAct, deadline: number): Promise<DeviceActed> {
    if (act.type === 'reject_call') {
      const call = notices.calls.find(act.callId);
      if (call?.isRejectedHere) return DONE;
      if (!call || call.ringsUntil < Date.now()) return NO_CALL;
      await notices.rejecting(call, async () => {
        await limits.within('The refusal of the call', sock.rejectCall(act.callId, call.jid), deadline);
      });
      return DONE;
    }
    if (act.type !== 'check_numbers') return actInChat(act, deadline);
    const retryAfterMs = pace.take(act.numbers.length);
    if (retryAfterMs > 0) return { kind: 'paced', retryAfterMs };
    const checks = await limits.within(
      'The look-up of the numbers',
      checkNumbers({ lib, sock }, act.numbers),
      deadline,
    );
    return { kind: 'checked', checks };
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

type Check = Extract<DeviceActed, { kind: 'checked' }>['checks'][number];

/** Looks numbers up at the network. Throws the library's errors. */
async function checkNumbers(
  { lib, sock }: { lib: Baileys; sock: WASocket },
  numbers: readonly string[],
): Promise<Check[]> {
  const ask = async (asked: readonly string[]) => {
    const query = new lib.USyncQuery().withContactProtocol();
    for (const number of asked) query.withUser(new lib.USyncUser().withPhone(number));
    const found = await sock.executeUSyncQuery(query);
    if (!found) throw new Error('The network did not say whether these numbers are on it.');
    return found.list.map(({ id, contact }) => ({ to: phoneOf(id), exists: contact === true }));
  };
  const together = await ask(numbers);
  const checks: Check[] = [];
  for (const number of numbers) {
    // The network names some numbers in another form: then only a query of one number identifies it.
    const known = together.find(({ to }) => to === number);
    const [found] = known || numbers.length === 1 ? [known ?? together[0]] : await ask([number]);
    const exists = found?.exists ?? false;
    checks.push({ number, exists, to: exists ? (found?.to ?? number) : null });
  }
  return checks;
}
