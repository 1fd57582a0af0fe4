import type { InputOf } from '../control/define-control.ts';
import { SANDBOX_CONTROLS, WEBHOOK_CONTROLS } from '../control/sandbox-controls.ts';
import { CUSTOMER_CONTROLS } from '../customers/customer-controls.ts';
import type { FaultProvider } from '../faults/define-fault.ts';
import { AI_CONTROLS } from '../providers/ai/control/ai-controls.ts';
import { INSTAGRAM_CONTROLS } from '../providers/graph/control/instagram-controls.ts';
import {
  COMMENT_CONTROLS,
  COMMENTER_CONTROLS,
  PAGE_CONTROLS,
  PAGE_PERSON_CONTROLS,
} from '../providers/graph/control/page-controls.ts';
import { THREAD_CONTROLS } from '../providers/graph/control/thread-controls.ts';
import { WHATSAPP_CONTROLS } from '../providers/graph/control/whatsapp-controls.ts';
import { DEVICE_CONTROLS, DEVICE_FAULT_CONTROLS } from '../providers/linked-devices/control/device-controls.ts';
import { GROUP_CONTROLS } from '../providers/linked-devices/control/group-controls.ts';
import { type DeviceMessage, PHONE_CONTROLS } from '../providers/linked-devices/control/phone-controls.ts';
import { MAIL_CONTROLS } from '../providers/mail/control/mail-controls.ts';
import { SMS_CONTROLS } from '../providers/sms/control/sms-controls.ts';
import { BOT_CONTROLS } from '../providers/telegram/control/bot-controls.ts';
import { TIKTOK_CONTROLS } from '../providers/tiktok/control/tiktok-controls.ts';
import { RECEIVER_CONTROLS } from '../receiver/receiver-controls.ts';
import {
  bindFirst,
  type ControlRequest,
  type MethodsOf,
  makeFetchJson,
  makeMethods,
  tokenHeaders,
} from './call-control.ts';
import type { ChannelDriver, FaultInput, ProfileChannel, ProfileDriver } from './channel-driver.ts';

export type { ActResult, WrittenComment } from '../control/act-answer.ts';
export type { AcceptedSends } from '../control/sandbox-controls.ts';
export type { Asked, ShownAiKey } from '../providers/ai/control/ai-controls.ts';
export type { ShownComment, ShownPage } from '../providers/graph/control/page-controls.ts';
export type {
  MediaServing,
  ShownDevice,
  StoredMedia,
  TakenMessage,
} from '../providers/linked-devices/control/device-controls.ts';
export type { DeviceMessage } from '../providers/linked-devices/control/phone-controls.ts';
export type { ShownBot } from '../providers/telegram/control/bot-controls.ts';
export type { ControlRequest } from './call-control.ts';
export { ControlRefusal } from './call-control.ts';
export type { AnyMessage, CommentOn, FaultInput, MessageOn, NextFault, ProfileChannel } from './channel-driver.ts';

/**
 * Everything that a test, the demo or a bench can do with a sandbox. It uses the control API
 * (docs/operations/sandbox.md), so it works with a sandbox in this or in another process. Every call throws
 * ControlRefusal if the sandbox refuses.
 */
export type SandboxDriver = ReturnType<typeof makeSandboxDriver>;
/** The linked-device network: people with phones, their groups, and faults of devices. */
export type DeviceDriver = SandboxDriver['devices'];
/** Graph: WhatsApp Cloud, Messenger and Instagram. */
export type GraphDriver = SandboxDriver['graph'];
/** The mail server and the SMS providers. */
export type NoticeDriver = SandboxDriver['notices'];
/** The providers of language models. */
export type AiDriver = SandboxDriver['ai'];
/** A webhook receiver of the sandbox, as a customer's endpoint. */
export type ReceiverDriver = ReturnType<SandboxDriver['receiver']>;

type WithoutChat<Message> = Message extends unknown ? Omit<Message, 'to'> : never;
/** The content of a message on a linked device, without its chat. */
export type DeviceContent = WithoutChat<DeviceMessage>;

/**
 * Drives the sandbox at `url`; `request` replaces fetch, for callers that inspect the traffic. `token` is that of a
 * sandbox that requires one.
 */
export function makeSandboxDriver({
  url,
  token,
  request,
}: {
  url: string;
  token?: string | undefined;
  request?: ControlRequest;
}) {
  const headers = tokenHeaders(token);
  const methods = makeMethods(url, request ?? makeFetchJson(headers));
  const { state, ...sandbox } = methods(SANDBOX_CONTROLS);
  const customers = methods(CUSTOMER_CONTROLS);
  const onPages = { ...methods(PAGE_PERSON_CONTROLS), ...methods(COMMENTER_CONTROLS) };
  const failNext = (provider: FaultProvider) => (fault: FaultInput) => sandbox.failNext({ provider, ...fault });
  const people = (channel: 'wa' | 'tg' | 'fb' | 'ig') => ({
    ...bindFirst(customers, channel),
    failNext: failNext(channel),
  });
  const page = (channel: 'fb' | 'ig') => ({ ...people(channel), ...bindFirst(onPages, channel) });

  const graph = {
    /** WhatsApp Cloud: simulated customers, business accounts, numbers and templates. */
    whatsapp: {
      ...people('wa'),
      ...methods(WHATSAPP_CONTROLS),
      /** The business account of that id; throws if it does not exist. */
      async account(wabaId: string) {
        const found = (await state()).accounts.wa.find(({ id }) => id === wabaId);
        if (!found) throw new Error(`The sandbox has no WhatsApp Business Account ${wabaId}.`);
        return found;
      },
    },
    messenger: page('fb'),
    instagram: page('ig'),
    ...methods(PAGE_CONTROLS),
    ...methods(INSTAGRAM_CONTROLS),
    ...methods(COMMENT_CONTROLS),
    ...methods(THREAD_CONTROLS),
    pages: async () => (await state()).accounts.fb,
  };
  const telegram = { ...people('tg'), ...methods(BOT_CONTROLS) };
  const tiktok = makeTiktokDriver(methods(TIKTOK_CONTROLS), failNext('tt'));
  const channels: { [Channel in FaultProvider]: ChannelDriver<Channel> } = {
    ...{ wa: graph.whatsapp, fb: graph.messenger, ig: graph.instagram },
    ...{ tg: telegram, tt: tiktok },
  };
  const profiles: { [Channel in ProfileChannel]: ProfileDriver<Channel> } = {
    ...{ fb: graph.messenger, ig: graph.instagram, tt: tiktok },
  };
  const { signalCall, ...phones } = methods(PHONE_CONTROLS);
  const { taken: takenMails, ...mail } = methods(MAIL_CONTROLS);
  const receivers = methods(RECEIVER_CONTROLS);
  return {
    url,
    graph,
    telegram,
    tiktok,
    devices: {
      ...phones,
      ...methods(GROUP_CONTROLS),
      ...methods(DEVICE_CONTROLS),
      ...methods(DEVICE_FAULT_CONTROLS),
      /** A person calls: every device of the account rings; `signal` sends a later signal of the call. */
      calls: (
        from: string,
        to: string,
        callId: string,
        signal: Omit<InputOf<typeof PHONE_CONTROLS.signalCall>, 'from' | 'to' | 'call_id'> = {},
      ) => signalCall({ from, to, call_id: callId, ...signal }),
      /** The decrypted file of an accepted message. */
      async mediaOf(seq: number): Promise<Buffer> {
        const answer = await fetch(`${url}/sandbox/devices/messages/${seq}/media`, { headers });
        if (!answer.ok) throw new Error(`Message ${seq} has no file: ${await answer.text()}`);
        return Buffer.from(await answer.arrayBuffer());
      },
    },
    notices: {
      ...mail,
      ...methods(SMS_CONTROLS),
      mails: async () => (await takenMails()).mails,
      /** The CA of the mail server's certificate: PEM. */
      async mailAuthority() {
        const { ca } = await takenMails();
        if (ca === null) throw new Error('The mail server does not listen.');
        return ca;
      },
    },
    ai: methods(AI_CONTROLS),
    /** The calls that all channels share, for tests that run on each of them. */
    channel: <Channel extends FaultProvider>(channel: Channel): ChannelDriver<Channel> => channels[channel],
    /** The calls that all channels with a public profile share. */
    profile: <Channel extends ProfileChannel>(channel: Channel): ProfileDriver<Channel> => profiles[channel],
    ...sandbox,
    ...methods(WEBHOOK_CONTROLS),
    /** Webhooks that are in flight, or wait for a retry. */
    pendingWebhooks: async () => (await state()).pending.callbacks,
    receiver: (name: string) => ({
      url: `${url}/sandbox/receiver/${name}`,
      /** Sets the receiver's behaviour from now on; without behaviours it responds with 200. */
      behave: (...behaviours: InputOf<typeof RECEIVER_CONTROLS.behave>['behaviours']) =>
        receivers.behave(name, { behaviours }),
      /** The requests that it received after `since`, oldest first. */
      received: (query?: InputOf<typeof RECEIVER_CONTROLS.received>) => receivers.received(name, query),
    }),
  };
}

function makeTiktokDriver(
  { changeTokens, ...calls }: MethodsOf<typeof TIKTOK_CONTROLS>,
  failNext: ChannelDriver<'tt'>['failNext'],
) {
  return {
    ...calls,
    failNext,
    /** The id of the conversation of an account with a person. */
    conversationOf: async (person: string, account: string) => (await calls.describeCustomer(person, { account })).id,
    /** Issues tokens without a dialog. */
    async issueTokens(openId: string, scopes?: string[]) {
      const tokens = await changeTokens(openId, { state: 'issue', scopes });
      if (tokens === undefined) throw new Error('The sandbox issued no tokens.');
      return tokens;
    },
    /** Ends the issued tokens. */
    async endTokens(openId: string, state: 'expired' | 'refresh_expired' | 'revoked') {
      await changeTokens(openId, { state });
    },
  };
}
