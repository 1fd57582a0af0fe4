import type { z } from 'zod';
import type { CallbackOutcome } from '../callbacks/callback-sender.ts';
import type { ActQuery } from '../control/act-routes.ts';
import type { MediaUpload, SentQuery, SettingsChange } from '../control/inspect-routes.ts';
import type { RawWebhook, StatusInput } from '../control/webhook-routes.ts';
import type { Fault, FaultProvider } from '../faults/define-fault.ts';
import type { ReceivedRequest, ReceiverBehaviour } from '../receiver/receivers.ts';
import type { AcceptedSend } from '../state/accepted-send.ts';
import type { AccountAct } from '../state/account-act.ts';
import { type AiDriver, makeAiDriver } from './ai-driver.ts';
import { type ControlRequest, makeCallControl, queryOf } from './call-control.ts';
import type { ChannelDriver, ProfileChannel, ProfileDriver } from './channel-driver.ts';
import { type DeviceDriver, makeDeviceDriver } from './device-driver.ts';
import { type GraphDriver, makeGraphDriver } from './graph-driver.ts';
import { makeNoticeDriver, type NoticeDriver } from './notice-driver.ts';
import { makeTelegramDriver, type TelegramDriver } from './telegram-driver.ts';
import { makeTiktokDriver, type TiktokDriver } from './tiktok-driver.ts';

export type { AiDriver, Asked, ShownAiKey } from './ai-driver.ts';
export type { ControlRequest } from './call-control.ts';
export { ControlRefusal } from './call-control.ts';
export type {
  ActResult,
  AnyMessage,
  CommentOn,
  FaultInput,
  MessageOn,
  ProfileChannel,
  WrittenComment,
} from './channel-driver.ts';
export type {
  DeviceContent,
  DeviceDriver,
  DeviceMessage,
  MediaServing,
  ShownDevice,
  StoredMedia,
  TakenMessage,
} from './device-driver.ts';
export type { GraphDriver, ShownComment, ShownPage } from './graph-driver.ts';
export type { NoticeDriver } from './notice-driver.ts';
export type { ShownBot } from './telegram-driver.ts';

/** A fault for the next requests to a provider. */
export type NextFault = z.input<typeof Fault>;

/** The sends that the providers accepted, and which of them arrived more than once. */
export interface AcceptedSends {
  count: number;
  total: number;
  sends: (AcceptedSend & { seq: number })[];
  distinct: { callback_data: number; to_and_text: number };
  duplicates: { callback_data: Record<string, number>; to_and_text: Record<string, number> };
}

/** A webhook receiver of the sandbox, as a customer's endpoint. */
export interface ReceiverDriver {
  url: string;
  /** Sets how it answers from now on; without behaviours it answers 200. */
  behave(...behaviours: z.input<typeof ReceiverBehaviour>[]): Promise<void>;
  /** The requests that it received after `since`, oldest first. */
  received(query?: { since?: number; limit?: number }): Promise<(ReceivedRequest & { seq: number })[]>;
}

/**
 * Everything that a test, the demo or a bench can do with a sandbox. It uses the control API
 * (docs/operations/sandbox.md), so it works with a sandbox in this or in another process. Every call throws
 * ControlRefusal if the sandbox refuses.
 */
export interface SandboxDriver {
  url: string;
  graph: GraphDriver;
  telegram: TelegramDriver;
  tiktok: TiktokDriver;
  devices: DeviceDriver;
  /** The mail server and the SMS providers. */
  notices: NoticeDriver;
  /** The providers of language models. */
  ai: AiDriver;
  /** The calls that all channels share, for tests that run on each of them. */
  channel<Channel extends FaultProvider>(channel: Channel): ChannelDriver<Channel>;
  /** The calls that all channels with a public profile share. */
  profile<Channel extends ProfileChannel>(channel: Channel): ProfileDriver<Channel>;
  /** The sends and replies that the providers accepted. */
  calls(query?: z.input<typeof SentQuery>): Promise<AcceptedSends>;
  /** Actions of accounts other than sends: reactions, edits, deletions, read marks, typing indicators, rejected calls. */
  acts(query?: z.input<typeof ActQuery>): Promise<(AccountAct & { seq: number })[]>;
  /** Makes the next matching requests fail; returns the fault's id. */
  failNext(fault: NextFault): Promise<string>;
  /** Faults that have hits left. */
  armedFaults(): Promise<{ id: string; remaining: number }[]>;
  clearFaults(): Promise<void>;
  /** Stores a file for use in messages; returns its id. */
  storeMedia(file: z.input<typeof MediaUpload>): Promise<string>;
  /** Posts any webhook of Meta or Telegram, with any signature. */
  postWebhook(webhook: z.input<typeof RawWebhook>): Promise<CallbackOutcome[]>;
  /** Webhooks that are in flight, or wait for a retry. */
  pendingWebhooks(): Promise<number>;
  /** Posts a WhatsApp status. */
  postStatus(status: z.input<typeof StatusInput>): Promise<void>;
  receiver(name: string): ReceiverDriver;
  changeSettings(change: z.input<typeof SettingsChange>): Promise<void>;
  /** Restores the state of a fresh sandbox. */
  reset(): Promise<void>;
}

/** Drives the sandbox at `url`; `request` replaces fetch, for callers that inspect the traffic. */
export function makeSandboxDriver({ url, request }: { url: string; request?: ControlRequest }): SandboxDriver {
  const call = makeCallControl(url, request);
  const graph = makeGraphDriver(call);
  const telegram = makeTelegramDriver(call);
  const tiktok = makeTiktokDriver(call);
  const channels: { [Channel in FaultProvider]: ChannelDriver<Channel> } = {
    wa: graph.whatsapp,
    fb: graph.messenger,
    ig: graph.instagram,
    tg: telegram,
    tt: tiktok,
  };
  const profiles: { [Channel in ProfileChannel]: ProfileDriver<Channel> } = {
    fb: graph.messenger,
    ig: graph.instagram,
    tt: tiktok,
  };
  return {
    url,
    graph,
    telegram,
    tiktok,
    devices: makeDeviceDriver(call, url),
    notices: makeNoticeDriver(call),
    ai: makeAiDriver(call),
    channel: (channel) => channels[channel],
    profile: (channel) => profiles[channel],
    calls: (query = {}) => call('GET', `/sent${queryOf(query)}`),
    acts: async (query = {}) =>
      (await call<{ acts: (AccountAct & { seq: number })[] }>('GET', `/acts${queryOf(query)}`)).acts,
    failNext: async (fault) => (await call<{ id: string }>('POST', '/faults', fault)).id,
    armedFaults: async () => (await call<{ faults: { id: string; remaining: number }[] }>('GET', '/faults')).faults,
    async clearFaults() {
      await call('DELETE', '/faults');
    },
    storeMedia: async (file) => (await call<{ id: string }>('POST', '/media', file)).id,
    postWebhook: async (webhook) =>
      (await call<{ callbacks: CallbackOutcome[] }>('POST', '/webhooks/raw', webhook)).callbacks,
    pendingWebhooks: async () => (await call<{ pending: { callbacks: number } }>('GET', '/state')).pending.callbacks,
    async postStatus(status) {
      await call('POST', '/statuses', status);
    },
    receiver: (name) => ({
      url: `${url}/sandbox/receiver/${name}`,
      async behave(...behaviours) {
        await call('PUT', `/receivers/${name}`, { behaviours });
      },
      received: async (query = {}) =>
        (await call<{ requests: (ReceivedRequest & { seq: number })[] }>('GET', `/received/${name}${queryOf(query)}`))
          .requests,
    }),
    async changeSettings(change) {
      await call('PUT', '/settings', change);
    },
    async reset() {
      await call('POST', '/reset');
    },
  };
}
