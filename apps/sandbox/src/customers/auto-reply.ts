import type { SandboxState } from '../state/sandbox-state.ts';
import type { CustomerChannel } from './customer.ts';
import type { CustomerActs } from './customer-acts.ts';
import { CustomerMessages } from './customer-message.ts';

const REPLY_DELAY_MS = 300;
const MAX_WAITING = 1000;

/** Makes simulated customers answer accepted sends, if the settings enable it. */
export function makeAutoReply(deps: { state: SandboxState; acts: () => CustomerActs }) {
  const timers = new Set<NodeJS.Timeout>();
  return {
    onAccepted(send: { channel: CustomerChannel; account: string; address: string; text: string | null }) {
      const { autoReply } = deps.state.settings;
      if (autoReply === 'off' || timers.size >= MAX_WAITING) return;
      const text = autoReply === 'echo' ? `You wrote: ${send.text ?? ''}` : autoReply.text;
      const timer = setTimeout(() => {
        timers.delete(timer);
        const message = CustomerMessages.parse({ account: send.account, text });
        void deps.acts().act(send.channel, send.address, message);
      }, REPLY_DELAY_MS);
      timer.unref();
      timers.add(timer);
    },
    clear() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
