import type { DeviceItem } from '@parley/common/contracts/internal/store-device-items';
import type { BaileysEventMap, WAMessage } from 'baileys';
import type { DeviceListener } from '../devices/device-network.rules.ts';
import type { Acks } from '../network/acks.client.ts';
import { isRefusedForGood, tidyDeviceItem } from './device-item.rules.ts';
import type { Inbox } from './inbox.client.ts';
import { type MessageSource, readMessage } from './read-message.client.ts';
import { nameReader, receiptsOfUpdate, receiptsOfUser } from './read-receipts.client.ts';
import type { ReceiptBox } from './receipt-box.client.ts';

export interface RelayOptions {
  source: MessageSource;
  inbox: Pick<Inbox, 'settle' | 'setAside'>;
  box: Pick<ReceiptBox, 'settle'>;
  acks: Pick<Acks, 'received' | 'isAnswered'>;
  listener: Pick<DeviceListener, 'onHeard' | 'onFault'>;
  /** Takes a message over that announces a history. */
  takeHistory(message: WAMessage): boolean;
  isSilent(): boolean;
}

type Events = Partial<BaileysEventMap>;

/**
 * Forwards the client's events, batch by batch in order: messages first, then receipts. An empty batch is settled at once.
 */
export function relayEvents({ source, inbox, box, acks, listener, takeHistory, isSilent }: RelayOptions) {
  let turn: Promise<unknown> = Promise.resolve();

  /** An unreadable message goes to the quarantine and does not block later ones. */
  async function read(message: WAMessage): Promise<DeviceItem[]> {
    try {
      return await readMessage(source, message);
    } catch (error) {
      // Reading uses the device's store: when its lease is lost, the next connection reads again.
      if (!isRefusedForGood(error, Number.POSITIVE_INFINITY)) throw error;
      listener.onFault(error);
      if (message.key.id) await inbox.setAside([message.key.id], error);
      return [];
    }
  }

  function readReceipts(readers: readonly (() => DeviceItem[])[]): DeviceItem[] {
    return readers.flatMap((one) => {
      try {
        return one();
      } catch (error) {
        listener.onFault(error);
        return [];
      }
    });
  }

  async function relay(messages: readonly WAMessage[], readers: readonly (() => DeviceItem[])[]): Promise<void> {
    const items: DeviceItem[] = [];
    for (const message of messages) items.push(...(await read(message)));
    const receipts = readReceipts(readers);
    // A refusal is the answer of the waiting send; a receipt proves delivery, and is forwarded as well.
    const isReported = (item: DeviceItem): boolean => {
      if (item.kind !== 'receipt') return true;
      if (item.status === 'failed') return !acks.isAnswered(item.providerMessageId);
      acks.received(item.providerMessageId);
      return true;
    };
    // The network's ids, as in the stored copies.
    const given = [...items, ...receipts].flatMap((item) => (item.kind === 'receipt' ? [item] : []));
    for (const receipt of receipts) if (isReported(receipt)) items.push(await nameReader(receipt, source.resolve));
    const ids = messages.flatMap(({ key }) => key.id ?? []);
    const settle = async (): Promise<void> => {
      await inbox.settle(ids);
      await box.settle(given);
    };
    if (isSilent()) return;
    const now = new Date();
    if (items.length > 0) listener.onHeard({ items: items.map((item) => tidyDeviceItem(item, now)), settle });
    else if (ids.length > 0) await settle();
  }

  return {
    hear(events: Events): void {
      const arrived = [...(events['messages.upsert']?.messages ?? []), ...lateMessages(events)];
      const messages = arrived.filter((message) => !takeHistory(message));
      const receipts = receiptsIn(events);
      if (messages.length === 0 && receipts.length === 0) return;
      turn = turn.then(() => relay(messages, receipts)).catch(listener.onFault);
    },
    /** Forwards receipts of earlier connections. */
    repeat(receipts: DeviceItem[]): void {
      const readers = receipts.map((receipt) => () => [receipt]);
      if (readers.length > 0) turn = turn.then(() => relay([], readers)).catch(listener.onFault);
    },
    /** Resolves when everything so far is forwarded. */
    idle: (): Promise<unknown> => turn,
  };
}

/** A message that could not be decrypted at first and was requested again arrives as an update with its content. */
function lateMessages(events: Events): WAMessage[] {
  return (events['messages.update'] ?? []).flatMap(({ key, update }) => {
    const { message } = update;
    const isWhole = message && !message.editedMessage && update.messageStubType == null;
    // safe: only a message's key and content are read
    return isWhole ? [{ ...update, key, message } as WAMessage] : [];
  });
}

/** Reads each receipt separately, so that an unreadable one does not affect the others. */
function receiptsIn(events: Events): (() => DeviceItem[])[] {
  return [
    ...(events['messages.update'] ?? []).map(
      ({ key, update }) =>
        () =>
          receiptsOfUpdate(key, update),
    ),
    ...(events['message-receipt.update'] ?? []).map(
      ({ key, receipt }) =>
        () =>
          key.fromMe && key.id ? receiptsOfUser(key.id, receipt) : [],
    ),
  ];
}
