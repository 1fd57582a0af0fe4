import { setTimeout as pause } from 'node:timers/promises';
import type { BusClient } from '@parley/bus/bus-client';
import { receiveCallback } from '@parley/common/contracts/internal/receive-callback';
import { storeComments } from '@parley/common/contracts/internal/store-comments';
import { type DeviceItem, storeDeviceItems } from '@parley/common/contracts/internal/store-device-items';
import { send } from '@parley/common/contracts/messages/send';
import {
  listConversations,
  markConversationRead,
  updateConversation,
} from '@parley/common/contracts/operator/conversations';
import { eraseContact, getErasure, listContacts } from '@parley/common/contracts/operator/erasures';
import { addCredit, updateTenant } from '@parley/common/contracts/operator/tenants';
import { updateConversations } from '@parley/common/contracts/operator/update-conversations';
import { signHub } from '@parley/providers/graph/signature';
import type { SeededRandom } from '@parley/testing/seeded-random';
import { makeBotWriters } from '../bots/bot-writers.ts';
import { makeInboxWriters } from './inbox-writers.ts';
import { makeUnconfirmedWriters } from './unconfirmed-writers.ts';
import { ACCOUNTS, META_SECRET, type Writer, type WriterFixture } from './writer-fixture.ts';

const WA = ['15550000001', '15550000002', '15550000003'];
const FB = ['7000000000000001', '7000000000000002', '7000000000000003'];
const WD = ['15551110001', '15551110002', '15551110003'];
const CONTEXT = { requestId: 'req_test' };
/** Writers pick among this many recent rows, so that they meet on the same ones. */
const RECENT = 6;
const ERASED_WITHIN_MS = 2000;

/** One writer of each kind, all on the rows of three people for each channel. */
export function makeWriters(fixture: WriterFixture, random: SeededRandom): Record<string, Writer> {
  const { tenant, taken, asTenant } = fixture;
  const received: { wa: string[]; fb: string[]; wd: string[] } = { wa: [], fb: [], wd: [] };
  let counter = 0;
  const pick = <T>(list: readonly T[], otherwise: T): T => list[random.below(list.length)] ?? otherwise;
  const recent = <T>(list: readonly T[], otherwise: T): T => pick(list.slice(-RECENT), otherwise);
  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map((entry) => [random.next(), entry] as const)
      .sort(([a], [b]) => a - b)
      .map(([, entry]) => entry);
  const newId = (channel: keyof typeof received): string => {
    const id = `${channel}.${++counter}`;
    received[channel].push(id);
    return id;
  };
  const now = (): string => String(Math.floor(Date.now() / 1000));

  const meta = (bus: BusClient, body: unknown): Promise<unknown> => {
    const raw = JSON.stringify(body);
    const signature = signHub(Buffer.from(raw), META_SECRET);
    return bus.call(receiveCallback, { provider: 'meta', account: null, raw, signature }, CONTEXT);
  };
  const wa = (bus: BusClient, given: Record<string, unknown>): Promise<unknown> => {
    const metadata = { display_phone_number: '15550783881', phone_number_id: ACCOUNTS.wa };
    const value = { messaging_product: 'whatsapp', metadata, ...given };
    const entry = [{ id: '1', changes: [{ field: 'messages', value }] }];
    return meta(bus, { object: 'whatsapp_business_account', entry });
  };
  const page = (bus: BusClient, messaging: unknown[]): Promise<unknown> =>
    meta(bus, { object: 'page', entry: [{ id: ACCOUNTS.fb, time: Date.now(), messaging }] });
  const fromPerson = (psid: string, given: Record<string, unknown>) => ({
    sender: { id: psid },
    recipient: { id: ACCOUNTS.fb },
    timestamp: Date.now(),
    ...given,
  });
  const device = (bus: BusClient, items: DeviceItem[]): Promise<unknown> =>
    bus.call(storeDeviceItems, { tenantId: tenant.id, externalId: ACCOUNTS.wd, items }, CONTEXT);
  const person = (number: string) => ({
    address: `+${number}`,
    // Sometimes with another person's address, which merges the two.
    aliases: random.below(8) === 0 ? [`${pick(WD, number)}@lid`] : [`${number}@lid`],
    name: null,
    phone: `+${number}`,
  });
  const anyConversation = async (bus: BusClient): Promise<number | null> => {
    const { items } = await bus.call(listConversations, { slug: tenant.slug, limit: 20 }, CONTEXT);
    return items.length === 0 ? null : (items[random.below(items.length)]?.id ?? null);
  };
  const at = (): string => new Date().toISOString();
  const message = (type: string, from: string, given: Record<string, unknown>) => ({
    from,
    id: newId('wa'),
    timestamp: now(),
    type,
    ...given,
  });

  const messagesWa: Writer = (bus) =>
    wa(bus, { messages: shuffled(WA).map((from) => message('text', from, { text: { body: 'hello' } })) });

  return {
    ...makeBotWriters(fixture, random, messagesWa),
    ...makeInboxWriters(fixture, random, anyConversation),
    ...makeUnconfirmedWriters(fixture, random, { numbers: WA, webhook: wa }),
    sendWa: (bus) =>
      bus.call(
        send,
        { channel: 'wa', to: `+${pick(WA, '')}`, message: `text ${++counter}` },
        asTenant({ idempotency: { key: `key-${random.below(30)}`, bodyHash: 'aa' } }),
      ),
    sendFb: (bus) => bus.call(send, { channel: 'fb', to: pick(FB, ''), message: `text ${++counter}` }, asTenant()),
    messagesWa,
    messagesFb: (bus) =>
      page(
        bus,
        shuffled(FB).map((psid) => fromPerson(psid, { message: { mid: newId('fb'), text: 'hello' } })),
      ),
    deviceItems: (bus) =>
      device(
        bus,
        shuffled(WD).flatMap((number): DeviceItem[] => {
          const before = recent(received.wd, 'none');
          const base = { providerMessageId: before, at: at(), from: person(number), group: null };
          return [
            {
              ...base,
              kind: 'message',
              providerMessageId: newId('wd'),
              text: 'hi',
              attachments: [],
              replyToProviderId: null,
            },
            { ...base, kind: 'reaction', emoji: '👍', action: 'added' },
            { ...base, kind: 'edited', text: 'edited' },
          ];
        }),
      ),
    receiptsWa: (bus) =>
      wa(bus, {
        statuses: shuffled(['sent', 'delivered', 'read', 'delivered']).map((status) => {
          const { id, to } = recent(taken.wa, { id: 'none', to: '1', text: '' });
          return { id, status, timestamp: now(), recipient_id: to.replace('+', '') };
        }),
      }),
    reactionsWa: (bus) =>
      wa(bus, {
        messages: shuffled(WA).map((from) =>
          message('reaction', from, {
            reaction: { message_id: recent(received.wa, 'none'), emoji: pick(['👍', '❤️'], '👍') },
          }),
        ),
      }),
    echoesFb: (bus) =>
      page(
        bus,
        shuffled(FB).map((psid) => {
          const own = recent(taken.fb, { id: 'none', to: psid, text: 'hello' });
          const isOwn = random.below(2) === 0;
          return {
            sender: { id: ACCOUNTS.fb },
            recipient: { id: isOwn ? own.to : psid },
            timestamp: Date.now(),
            message: { mid: isOwn ? own.id : `echo.${++counter}`, is_echo: true, text: isOwn ? own.text : 'typed' },
          };
        }),
      ),
    watermarksFb: (bus) =>
      page(
        bus,
        shuffled(FB).map((psid) =>
          fromPerson(psid, { [pick(['delivery', 'read'], 'read')]: { watermark: Date.now() } }),
        ),
      ),
    comments: (bus) =>
      bus.call(
        storeComments,
        {
          changes: shuffled(FB).map((id) => ({
            platform: 'fb' as const,
            externalId: ACCOUNTS.fb,
            change: 'added' as const,
            commentId: `post_${random.below(2) === 0 ? ++counter : random.below(20)}`,
            postId: 'post',
            parentId: null,
            text: 'nice',
            from: { id, name: 'Ann' },
            isOwn: false,
            at: at(),
          })),
        },
        CONTEXT,
      ),
    changeAddress: (bus) => {
      const [from = '', to = ''] = shuffled(WA);
      return wa(bus, {
        messages: [message('system', from, { system: { type: 'user_changed_number', body: 'changed', wa_id: to } })],
      });
    },
    changeConversation: async (bus) => {
      const id = await anyConversation(bus);
      const change = {
        status: pick(['open', 'resolved', 'archived'] as const, 'open'),
        bot: pick(['on', 'paused'] as const, 'on'),
      };
      if (id !== null) await bus.call(updateConversation, { slug: tenant.slug, id, ...change }, CONTEXT);
    },
    readConversation: async (bus) => {
      const id = await anyConversation(bus);
      if (id !== null) await bus.call(markConversationRead, { slug: tenant.slug, id }, CONTEXT);
    },
    changeConversations: (bus) => {
      const status = pick(['open', 'resolved'] as const, 'open');
      return bus.call(
        updateConversations,
        { slug: tenant.slug, filter: { unread: random.below(2) === 0 }, status },
        CONTEXT,
      );
    },
    topUp: (bus) => bus.call(addCredit, { slug: tenant.slug, amount: pick(['5', '-1'], '5') }, CONTEXT),
    changeTenant: (bus) => bus.call(updateTenant, { slug: tenant.slug, name: `Name ${++counter}` }, CONTEXT),
    erase: async (bus) => {
      const identifier = pick([...WA.map((number) => `+${number}`), ...FB], '');
      const { items } = await bus.call(listContacts, { slug: tenant.slug, identifier, limit: 10 }, CONTEXT);
      const [contact] = items;
      if (!contact) return pause(20);
      const { id } = await bus.call(eraseContact, { slug: tenant.slug, id: contact.id }, CONTEXT);
      const deadline = Date.now() + ERASED_WITHIN_MS;
      while (Date.now() < deadline) {
        const { status } = await bus.call(getErasure, { id }, CONTEXT);
        if (status === 'done') return;
        await pause(50);
      }
    },
  };
}
