import type { FastifyInstance } from 'fastify';
import { unknownAccount } from '../../../control/control-error.ts';
import { mountControls } from '../../../control/mount-controls.ts';
import { pickNumber } from '../../../customers/customer-acts.ts';
import { chatKey, type SandboxState } from '../../../state/sandbox-state.ts';
import type { PageWebhooks } from '../wire/pages/post-page-webhook.ts';
import type { MetaWebhooks } from '../wire/whatsapp/post-webhook.ts';
import { pickGrantedAccount } from './page-customer-acts.ts';
import { THREAD_CONTROLS } from './thread-controls.ts';

/** The app of the page's inbox at Meta, as the other app of a thread. */
const INBOX_APP = '263902037430900';

interface ThreadParts {
  state: SandboxState;
  webhooks: MetaWebhooks;
  pageWebhooks: PageWebhooks;
  appId: string;
  now: () => number;
}

/** Another app on the same number, page or Instagram account. */
export function threadControlRoutes(
  app: FastifyInstance,
  { state, webhooks, pageWebhooks, appId, now }: ThreadParts,
): void {
  mountControls(app, THREAD_CONTROLS, {
    async setThread({ channel, account, to, owner, may_take: mayTake, reports, at, ...facts }) {
      const atMs = at === undefined ? now() : Date.parse(at);
      const remember = (id: string) => state.threads.set(chatKey(channel, id, to), { owner, mayTake });
      const { metadata } = facts;
      if (channel === 'wa') {
        const number = pickNumber(state, account) ?? unknownAccount();
        remember(number.id);
        if (!reports || owner === 'idle') return { callback: null };
        const type = owner === 'ours' ? 'control_passed' : 'control_taken';
        const value = {
          messaging_product: 'whatsapp',
          sender: { phone_number: to },
          recipient: { phone_number_id: number.id, display_phone_number: number.number },
          type,
          timestamp: String(Math.floor(atMs / 1000)),
          [type]: {
            previous_owner_role: facts.previous_role,
            new_owner_role: facts.role,
            metadata,
            ...(facts.summary === undefined
              ? {}
              : { conversation_context: { type: 'summary', summary: { text: facts.summary } } }),
          },
        };
        return { callback: await webhooks.postField(number.wabaId, 'messaging_handovers', value) };
      }
      const granted = pickGrantedAccount(state, channel, account) ?? unknownAccount();
      remember(granted.account);
      if (!reports || owner === 'idle') return { callback: null };
      const isOurs = owner === 'ours';
      const control = {
        previous_owner_app_id: isOurs ? INBOX_APP : appId,
        new_owner_app_id: isOurs ? appId : INBOX_APP,
        ...(metadata === undefined ? {} : { metadata }),
      };
      const event = {
        sender: { id: to },
        recipient: { id: granted.account },
        timestamp: atMs,
        [isOurs ? 'pass_thread_control' : 'take_thread_control']: control,
      };
      return { callback: await pageWebhooks.postMessaging(granted, 'messaging_handovers', event) };
    },
  });
}
