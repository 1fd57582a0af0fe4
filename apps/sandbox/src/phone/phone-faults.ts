import { z } from 'zod';
import { conversationIdOf } from '../providers/tiktok/state/tiktok-state.ts';
import { type ControlCall, type PhoneChannel, type PhoneChat, personPath } from './phone-chat.ts';

/** The failures that a button simulates: of the person, of the next send, and of the receipts. */
export const FAULTS = [
  'window_over',
  'blocked',
  'unblocked',
  'slow',
  'refused',
  'unreachable',
  'receipts_prompt',
  'receipts_late',
  'receipts_reversed',
  'phone_offline',
] as const;
export type PhoneFault = (typeof FAULTS)[number];
/** Body of POST /sandbox/phone/faults, in addition to the chat. */
export const FaultInput = z.object({ fault: z.enum(FAULTS) });

const ALL_RECEIPTS = ['receipts_prompt', 'receipts_late', 'receipts_reversed', 'phone_offline'] as const;
const NEXT_SEND = ['slow', 'refused', 'unreachable'] as const;

/**
 * The failures that each channel supports. Telegram and TikTok have no receipts, Instagram has only one; Telegram and
 * devices have no window.
 */
export const FAULTS_OF: Record<PhoneChannel, readonly PhoneFault[]> = {
  wa: ['window_over', 'blocked', 'unblocked', ...NEXT_SEND, ...ALL_RECEIPTS],
  wd: ['refused', 'unreachable', ...ALL_RECEIPTS],
  tg: ['blocked', 'unblocked', ...NEXT_SEND],
  fb: ['window_over', 'blocked', 'unblocked', ...NEXT_SEND, ...ALL_RECEIPTS],
  ig: ['window_over', 'blocked', 'unblocked', ...NEXT_SEND, 'receipts_prompt', 'receipts_late', 'phone_offline'],
  tt: ['window_over', 'blocked', 'unblocked', ...NEXT_SEND],
};

const SLOW_MS = 8000;
const LATE_MS = 5000;
const CUT_MS = 10_000;
const PROMPT_MS = 50;
/** Longer than every window. */
const WINDOW_OVER_MS = 49 * 3_600_000;

/** How each provider refuses a send to a person who cannot be reached. */
const REFUSALS: Record<Exclude<PhoneChannel, 'wd'>, Record<string, unknown>> = {
  wa: { code: 131_026 },
  tg: { code: 403, description: 'Forbidden: user is deactivated' },
  fb: { code: 551, subcode: 1_545_041 },
  ig: { code: 551, subcode: 1_545_041 },
  tt: { code: 40_064 },
};

/** Which receipts are sent, with which delay, and in which order. */
const RECEIPTS = {
  receipts_prompt: { seen: true, receipt_delay_ms: PROMPT_MS, receipt_order: 'forward' },
  receipts_late: { seen: true, receipt_delay_ms: LATE_MS, receipt_order: 'forward' },
  receipts_reversed: { seen: true, receipt_delay_ms: PROMPT_MS, receipt_order: 'reversed' },
  phone_offline: { seen: false, receipt_delay_ms: PROMPT_MS, receipt_order: 'forward' },
} as const;

/** The control call behind a button; null if the channel has no such failure. */
export function callOfFault(chat: PhoneChat, fault: PhoneFault, nowMs: number): ControlCall | null {
  const { channel, account, person } = chat;
  if (!FAULTS_OF[channel].includes(fault)) return null;
  switch (fault) {
    case 'window_over': {
      const at = new Date(nowMs - WINDOW_OVER_MS).toISOString();
      return { method: 'PUT', path: personPath(chat), body: { account, last_inbound_at: at } };
    }
    case 'blocked':
    case 'unblocked':
      // Telegram notifies the bot.
      if (channel === 'tg')
        return { method: 'POST', path: `${personPath(chat)}/messages`, body: { account, type: fault } };
      return {
        method: 'PUT',
        path: personPath(chat),
        body: { account, reach: fault === 'blocked' ? 'blocked' : 'ok' },
      };
    case 'slow':
    case 'refused':
    case 'unreachable':
      return callOfNextSend(channel, fault, channel === 'tt' ? conversationIdOf(account, person) : person);
    default: {
      const { seen, ...when } = RECEIPTS[fault];
      if (channel === 'wd')
        return { method: 'PUT', path: '/sandbox/devices/settings', body: { receipts: seen ? 'read' : 'off', ...when } };
      return { method: 'PUT', path: '/sandbox/settings', body: { receipts: seen ? 'all' : 'sent', ...when } };
    }
  }
}

function callOfNextSend(channel: PhoneChannel, fault: (typeof NEXT_SEND)[number], to: string): ControlCall {
  if (channel === 'wd') {
    if (fault === 'refused')
      return { method: 'POST', path: '/sandbox/devices/send-faults', body: { mode: 'nack', to } };
    return { method: 'POST', path: '/sandbox/devices/cut', body: { ms: CUT_MS, mode: '503' } };
  }
  const modes = {
    slow: { mode: 'delay', delay_ms: SLOW_MS },
    refused: { mode: 'error', ...REFUSALS[channel] },
    unreachable: { mode: 'reset' },
  };
  return { method: 'POST', path: '/sandbox/faults', body: { provider: channel, match: { to }, ...modes[fault] } };
}
