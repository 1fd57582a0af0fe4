import type { ActResult, ProfileChannel } from '@parley/sandbox/driver/sandbox-driver';
import type { Answer } from '../requests/call-json.ts';
import type { System } from '../system/system.ts';
import { type TestTenant, uniqueDigits } from '../tenants/client.ts';
import { connectPage, connectTiktok } from './connect-channels.ts';

export type ConformingChannel = 'wa' | 'tg' | 'fb' | 'ig' | 'tt';

/** A connected account, as events show it. */
export interface ConnectedAccount {
  id: string;
  number: string | null;
  label: string;
}

/**
 * The differences between one channel and the others; everything else is the same on all
 * (docs/reference/channels.md#channel-codes).
 */
export interface ChannelTraits {
  code: ConformingChannel;
  /** Code of the provider's refusals, and the value of `provider` in them. */
  refusal: 'graph_error' | 'telegram_error' | 'tiktok_error';
  providerName: 'graph' | 'telegram' | 'tiktok';
  connect(system: System, tenant: TestTenant): Promise<ConnectedAccount>;
  /** Disconnects an account the way this channel requires (docs/reference/channels.md#disconnecting). */
  disconnect(tenant: TestTenant, accountId: string): Promise<Answer>;
  disconnectReason: 'api' | 'dashboard';
  /** The address of a new person, as in `from` and `to`. */
  makePerson(): string;
  /**
   * Statuses that receipts advance a message to, in order; empty if the channel has none
   * (docs/reference/events.md#receipts-by-channel).
   */
  receipts: readonly ('sent' | 'delivered' | 'read')[];
  /** Whether the provider reports that a person edited a message. */
  canEdit: boolean;
  canUnsend: boolean;
  /** The number of provider messages that a text with media needs. */
  mediaParts: 1 | 2;
  /** Whether evidence from the provider settles a send whose answer was lost. */
  hasEvidence: boolean;
  /** A provider's refusal on the wire, with this message. */
  refusalOf(words: string): { status: number; body: Record<string, unknown> };
  /** The answer to a send to a person who never wrote. */
  coldSend: { status: number; error: string };
  /** Makes the provider refuse the account's token permanently; null if no link can renew it. */
  killToken: ((system: System, account: ConnectedAccount) => Promise<void>) | null;
  /** The addressee in the provider's own request, for faults. */
  addressee(system: System, account: ConnectedAccount, person: string): Promise<string>;
}

const byApi =
  (channel: string) =>
  (tenant: TestTenant, id: string): Promise<Answer> =>
    tenant.post('disconnect-channel', { channel, id });

const graphRefusal = (message: string) => ({
  status: 400,
  body: { error: { message, type: 'OAuthException', code: 100, error_subcode: 2018001, fbtrace_id: 'AbC' } },
});
const asItself = async (_system: System, _account: ConnectedAccount, person: string): Promise<string> => person;

const pageTraits = {
  refusal: 'graph_error',
  providerName: 'graph',
  disconnectReason: 'api',
  makePerson: () => uniqueDigits('24'),
  canEdit: true,
  canUnsend: true,
  mediaParts: 2,
  hasEvidence: true,
  refusalOf: graphRefusal,
  coldSend: { status: 502, error: 'graph_error' },
  addressee: asItself,
} as const;

const CHANNELS: readonly ChannelTraits[] = [
  {
    code: 'wa',
    refusal: 'graph_error',
    providerName: 'graph',
    async connect(_system, tenant) {
      const { channels } = (await tenant.get('channels')).body;
      const { id, name, identifier } = channels.find(({ channel }: { channel: string }) => channel === 'wa');
      return { id, number: identifier, label: name };
    },
    disconnect: (tenant, id) => tenant.admin('DELETE', `/channels/wa/${id}`),
    disconnectReason: 'dashboard',
    makePerson: () => `+${uniqueDigits('16')}`,
    receipts: ['sent', 'delivered', 'read'],
    canEdit: true,
    canUnsend: true,
    mediaParts: 1,
    hasEvidence: true,
    refusalOf: graphRefusal,
    coldSend: { status: 409, error: 'no_existing_conversation' },
    killToken: null,
    addressee: asItself,
  },
  {
    code: 'tg',
    refusal: 'telegram_error',
    providerName: 'telegram',
    async connect(system, tenant) {
      const id = uniqueDigits('7');
      const username = `bot_${id}`;
      const token = `${id}:${'A'.repeat(35)}`;
      await system.sandbox.telegram.putBot({ token, username });
      await tenant.post('connect-telegram', { bot_token: token });
      return { id, number: null, label: username };
    },
    disconnect: byApi('tg'),
    disconnectReason: 'api',
    makePerson: () => uniqueDigits('5'),
    receipts: [],
    canEdit: true,
    canUnsend: false,
    mediaParts: 1,
    hasEvidence: false,
    refusalOf: (description) => ({ status: 403, body: { ok: false, error_code: 403, description } }),
    coldSend: { status: 502, error: 'telegram_error' },
    killToken: null,
    addressee: asItself,
  },
  {
    ...pageTraits,
    code: 'fb',
    async connect(system, tenant) {
      const { id, name } = await connectPage(system, tenant, { instagram: false });
      return { id, number: null, label: name };
    },
    disconnect: byApi('fb'),
    receipts: ['delivered', 'read'],
    killToken: (system, { id }) => system.sandbox.graph.revokePageTokens(id),
  },
  {
    ...pageTraits,
    code: 'ig',
    async connect(system, tenant) {
      const { instagram } = await connectPage(system, tenant, { channel: 'ig' });
      return { id: instagram.id, number: null, label: instagram.username };
    },
    disconnect: byApi('ig'),
    receipts: ['read'],
    async killToken(system, { id }) {
      const page = (await system.sandbox.graph.pages()).find(({ instagram }) => instagram?.id === id);
      await system.sandbox.graph.revokePageTokens(page?.id ?? '', { subcode: 463 });
    },
  },
  {
    code: 'tt',
    refusal: 'tiktok_error',
    providerName: 'tiktok',
    async connect(system, tenant) {
      const { openId, name } = await connectTiktok(system, tenant);
      return { id: openId, number: null, label: name };
    },
    disconnect: byApi('tt'),
    disconnectReason: 'api',
    makePerson: () => `ZMM6I2k/${uniqueDigits('Febb+')}==`,
    receipts: [],
    canEdit: false,
    canUnsend: false,
    mediaParts: 2,
    hasEvidence: true,
    refusalOf: (message) => ({ status: 200, body: { code: 40002, message, request_id: '2026', data: {} } }),
    coldSend: { status: 409, error: 'no_existing_conversation' },
    killToken: (system, { id }) => system.sandbox.tiktok.endTokens(id, 'revoked'),
    addressee: (system, { id }, person) => system.sandbox.tiktok.conversationOf(person, id),
  },
];

/** Every channel that the sandbox has over HTTP; linked devices have separate suites. */
export const CONFORMING_CHANNELS = CHANNELS;

/**
 * The channels whose account is a public profile: people comment there, and its owner writes in the platform's own app.
 */
export const PROFILE_CHANNELS = CHANNELS.filter(
  (channel): channel is ChannelTraits & { code: ProfileChannel } => channel.code !== 'wa' && channel.code !== 'tg',
);
/** Messenger and Instagram. */
export const PAGE_CHANNELS = PROFILE_CHANNELS.filter(
  (channel): channel is ChannelTraits & { code: 'fb' | 'ig' } => channel.code !== 'tt',
);

/** A person reacts; null removes the reaction. `standing` is their current emoji, which TikTok's webhooks name. */
export function personReacts(
  system: System,
  { code }: ChannelTraits,
  account: ConnectedAccount,
  person: string,
  { target, emoji, standing }: { target: string; emoji: string | null; standing?: string },
): Promise<ActResult> {
  const removed = { action: 'removed' as const, ...(standing === undefined ? {} : { emoji: standing }) };
  const added = { emoji: emoji ?? '', ...(code === 'tt' && standing !== undefined ? { replaces: standing } : {}) };
  const change = code === 'tt' && emoji === null ? removed : added;
  return system.sandbox.channel(code).customerReacts(person, { account: account.id, target, ...change });
}
