import { expect, test } from 'vitest';
import type { DeliveredCopy, Device, InboundMessage, NetworkState } from '../state/network-state.ts';
import { pendingKey } from './deliver-stanza.ts';
import type { DeviceConnection } from './device-connection.ts';
import { makeReceiveReceipt } from './receive-receipt.ts';
import { stanza } from './stanza.ts';

const ID = '3AMESSAGE';
const KEY = pendingKey({ class: 'message', id: ID });

/** A device that received a message which it cannot read. */
function openDevice() {
  const connection = () => ({ send: () => {} }) as unknown as DeviceConnection; // safe: only this member is used
  const copy: DeliveredCopy = {
    deliveries: 1,
    settled: null,
    settledAt: null,
    receipts: [],
    node: null,
    askedAgain: null,
  };
  // safe: the members that the receipts use
  const device = {
    owner: { number: '15550001' },
    connection: connection(),
    pending: new Map([[KEY, {}]]),
  } as unknown as Device;
  const inbound = { copies: new Map([[device, copy]]) } as unknown as InboundMessage; // safe: the same
  const state = { inboundById: new Map([[`15550001 ${ID}`, inbound]]) } as unknown as NetworkState; // safe: the same
  const receipts = makeReceiveReceipt({
    state,
    now: () => 0,
    async retry() {
      copy.askedAgain = device.connection;
    },
  });
  const refuse = () => receipts.takeAck(device, stanza('ack', { id: ID, class: 'message', error: 500 }));
  return {
    device,
    refuse,
    reconnect: () => Object.assign(device, { connection: connection() }),
    async askAgain() {
      if (!device.connection) throw new Error('It is connected.');
      await receipts.takeReceipt(device.connection, device, stanza('receipt', { id: ID, type: 'retry' }));
    },
  };
}

test('a refusal that follows a retry request leaves later deliveries; the next refusal ends them', async () => {
  const { device, askAgain, refuse } = openDevice();
  await askAgain();
  refuse();
  expect(device.pending.has(KEY)).toBe(true);
  refuse();
  expect(device.pending.has(KEY)).toBe(false);
});

test('a refusal on another connection than the retry request concerns the delivery on that connection', async () => {
  const { device, askAgain, refuse, reconnect } = openDevice();
  await askAgain();
  reconnect();
  refuse();
  expect(device.pending.has(KEY)).toBe(false);
});
