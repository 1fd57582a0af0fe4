import { expect, it } from 'vitest';
import { Fault } from '../faults/define-fault.ts';
import { CHANNELS, type PhoneChannel } from './phone-chat.ts';
import { callOfFault, FAULTS, FAULTS_OF, type PhoneFault } from './phone-faults.ts';

const NOW = Date.parse('2026-01-10T00:00:00Z');
const chat = (channel: PhoneChannel) => ({ channel, account: 'acc', person: '1' });

it.each<[PhoneChannel, PhoneFault, string, Record<string, unknown>]>([
  ['wa', 'window_over', '/sandbox/customers/wa/1', { last_inbound_at: '2026-01-07T23:00:00.000Z' }],
  ['tt', 'blocked', '/sandbox/customers/tt/1', { reach: 'blocked' }],
  ['tg', 'blocked', '/sandbox/customers/tg/1/messages', { type: 'blocked' }],
  ['fb', 'unblocked', '/sandbox/customers/fb/1', { reach: 'ok' }],
  ['wa', 'slow', '/sandbox/faults', { provider: 'wa', mode: 'delay', match: { to: '1' } }],
  ['tg', 'unreachable', '/sandbox/faults', { provider: 'tg', mode: 'reset' }],
  ['ig', 'refused', '/sandbox/faults', { provider: 'ig', mode: 'error', code: 551 }],
  ['wd', 'refused', '/sandbox/devices/send-faults', { mode: 'nack', to: '1' }],
  ['wd', 'phone_offline', '/sandbox/devices/settings', { receipts: 'off' }],
  ['wa', 'phone_offline', '/sandbox/settings', { receipts: 'sent' }],
  ['fb', 'receipts_reversed', '/sandbox/settings', { receipts: 'all', receipt_order: 'reversed' }],
  ['wa', 'receipts_late', '/sandbox/settings', { receipt_delay_ms: 5000, receipt_order: 'forward' }],
])('on %s the button %s is one control call', (channel, fault, path, body) => {
  expect(callOfFault(chat(channel), fault, NOW)).toMatchObject({ path, body });
});

it('a channel has calls for its own faults only, and the sandbox knows every armed fault', () => {
  for (const channel of CHANNELS) {
    for (const fault of FAULTS) {
      const call = callOfFault(chat(channel), fault, NOW);
      expect(call !== null, `${channel} ${fault}`).toBe(FAULTS_OF[channel].includes(fault));
      if (call?.path === '/sandbox/faults') Fault.parse(call.body);
    }
  }
});
