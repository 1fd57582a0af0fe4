import type { BinaryNode } from 'baileys';
import type { DeliveredCopy, Device, NetworkState } from '../state/network-state.ts';
import { pendingKey, receiptIds, settleStanza } from './deliver-stanza.ts';
import type { DeviceConnection } from './device-connection.ts';
import { stanza } from './stanza.ts';

/**
 * Handles the confirmations of devices: receipts and acks settle a stanza, retry receipts redeliver the message
 * (docs/reference/wd.md#messages-and-receipts).
 */
export function makeReceiveReceipt(deps: {
  state: NetworkState;
  now: () => number;
  retry: (device: Device, id: string) => Promise<void>;
}) {
  const copyOf = (device: Device, id: string): DeliveredCopy | undefined =>
    deps.state.inboundById.get(`${device.owner.number} ${id}`)?.copies.get(device);

  const settle = (device: Device, id: string, how: NonNullable<DeliveredCopy['settled']>, receipt?: string) => {
    settleStanza(device, pendingKey({ class: 'message', id }));
    const copy = copyOf(device, id);
    if (!copy) return;
    if (receipt !== undefined) copy.receipts.push(receipt);
    copy.settled = how;
    copy.settledAt = new Date(deps.now()).toISOString();
  };

  /**
   * A client refuses the message that it requests again, right after the request. That refusal does not concern later
   * deliveries.
   */
  const isOfFirstDelivery = (device: Device, id: string): boolean => {
    const copy = copyOf(device, id);
    if (!copy?.askedAgain) return false;
    const isOf = copy.askedAgain === device.connection;
    copy.askedAgain = null;
    return isOf;
  };

  return {
    async takeReceipt(connection: DeviceConnection, device: Device, node: BinaryNode) {
      const { id, to, type, participant } = node.attrs;
      connection.send(stanza('ack', { class: 'receipt', id, from: to, type, participant }));
      if (type === 'retry') return deps.retry(device, id ?? '');
      for (const message of receiptIds(node)) settle(device, message, 'receipt', type ?? 'delivered');
    },

    takeAck(device: Device, node: BinaryNode) {
      const { id = '', class: kind = '', type, error, to, participant } = node.attrs;
      if (kind === 'message') {
        if (error !== undefined && isOfFirstDelivery(device, id)) return;
        return settle(device, id, error === undefined ? 'ack' : 'nack');
      }
      settleStanza(device, pendingKey({ class: kind, id, type, from: participant ?? to }));
    },
  };
}
