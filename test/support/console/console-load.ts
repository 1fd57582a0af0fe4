import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { PIECE_BYTES } from '@parley/common/contracts/operator/uploads';
import { type BotLoad, makeBotLoad } from '../bots/bot-load.ts';
import type { FaultCluster } from '../load/fault-cluster.ts';
import { untilReady } from '../load/fault-load.ts';
import { makeTraffic } from '../load/make-traffic.ts';
import type { Answer } from '../requests/call-json.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../tenants/client.ts';

/** A conversation as the operator API lists it. */
export interface ListedConversation {
  id: number;
  contact_id: number;
  peer: string;
  status: string;
}

/** A file whose last piece was answered. */
export interface Uploaded {
  id: string;
  filename: string;
  sha256: string;
}

/** The tenants of the load: two with bots, and one for everything else. */
export interface ConsoleTenants {
  tenant: TestTenant;
  bots: BotLoad;
}

/** Traffic of bots and of the console, and the answers to it. */
export interface ConsoleLoad extends ConsoleTenants {
  /** Ids of the recipients that were answered 201. */
  recipients: number[];
  uploads: Uploaded[];
  /** Receipts of erasures that were answered 202, by the person's number. */
  erasures: Map<string, string>;
  /** The expected status of a customer's conversation, by number: the changed one, or `open`. */
  statuses: Map<string, string>;
  /** Resolves when every started call has an answer. */
  stop(): Promise<void>;
}

/**
 * Milliseconds between two rounds of a line: at most a dozen calls a second in total, which leaves the machine to the
 * kills.
 */
const PACE_MS = { bots: 500, recipients: 500, uploads: 1500, erasures: 1000, changes: 1500 };
const RETRY_MS = 100;
/** New customers per round; the bulk change takes every second one. */
const CUSTOMERS_A_CHANGE = 4;
const CHANGED_TO = ['resolved', 'archived'] as const;
/** Two pieces. */
const FILE_BYTES = PIECE_BYTES + 1000;
/** A tenant may have 100 MB of files in these tests, including those whose first answer was lost. */
const MAX_FILES = 120;
/** The sandbox keeps 1000 mails. */
const MAX_RECIPIENTS = 800;

/** Makes the tenants before any traffic, because their calls are not retried. */
export async function makeConsoleTenants(cluster: FaultCluster): Promise<ConsoleTenants> {
  const bots = await makeBotLoad(cluster);
  return { bots, tenant: await makeTenant(cluster.system, { events: ['comment.received'] }) };
}

/** Starts the traffic, which continues until it is stopped. */
export function startConsoleLoad({ system }: FaultCluster, { tenant, bots }: ConsoleTenants): ConsoleLoad {
  const recipients: number[] = [];
  const uploads: Uploaded[] = [];
  const erasures = new Map<string, string>();
  const statuses = new Map<string, string>();
  const open = new Set<string>();
  const traffic = makeTraffic(() => [...open].join(', '));
  let turn = 0;
  let changes = 0;

  /** Repeats a call until it gets a response, even after the load has stopped; null once the test has ended. */
  async function untilAnswered(what: string, ask: () => Promise<Answer>): Promise<Answer | null> {
    open.add(what);
    const answer = await traffic.retry(async () => {
      const got = await ask().catch(() => null);
      return got === null || got.status >= 500 ? null : got;
    }, RETRY_MS);
    open.delete(what);
    if (answer && answer.status >= 300)
      throw new Error(`${what} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer;
  }

  /**
   * A customer writes. Returns whether the first attempt of the webhook was answered 200; if not, waits until the
   * system is ready.
   */
  async function writes(customer: string, text: string): Promise<boolean> {
    const act = await tenant.customerWrites(customer, { text }).catch(() => null);
    if (act?.callbacks[0]?.status === 200) return true;
    await untilReady(system, traffic);
    return false;
  }

  /** The conversations of customers who have just written; null once the test has ended. */
  async function conversationsOf(customers: readonly string[]): Promise<ListedConversation[] | null> {
    const answer = await untilAnswered(`the list with ${customers}`, () =>
      tenant.admin('GET', '/conversations?limit=100'),
    );
    if (answer === null) return null;
    const items: ListedConversation[] = answer.body.items;
    return customers.map((customer) => {
      const found = items.find(({ peer }) => peer === `+${customer}`);
      if (!found) throw new Error(`${customer} was answered 200, and has no conversation.`);
      return found;
    });
  }

  async function askBot(): Promise<void> {
    const nth = turn++;
    if (!(await bots.write(nth % 2 === 0 ? 'own' : 'platform', nth % 4 > 1))) await untilReady(system, traffic);
  }

  /** Not repeated: if only the answer was lost, a retry would add a second recipient. */
  async function addRecipient(): Promise<void> {
    if (recipients.length >= MAX_RECIPIENTS) return;
    const email = `${uniqueDigits('r')}@${tenant.slug}.example`;
    const answer = await tenant.admin('POST', '/recipients', { name: 'Ann', email }).catch(() => null);
    if (answer?.status === 201) recipients.push(answer.body.id);
    else await untilReady(system, traffic);
  }

  async function upload(): Promise<void> {
    if (uploads.length >= MAX_FILES) return;
    const filename = `${uniqueDigits('file')}.pdf`;
    const head = Buffer.from('%PDF-1.7\n');
    const bytes = Buffer.concat([head, randomBytes(FILE_BYTES - head.length)]);
    const begun = await untilAnswered(`the upload ${filename}`, () =>
      tenant.admin('POST', '/uploads', { filename, size: bytes.length }),
    );
    if (begun === null) return;
    const id = String(begun.body.upload_id);
    for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
      const piece = bytes.subarray(offset, offset + PIECE_BYTES);
      const data = piece.toString('base64');
      const added = await untilAnswered(`the piece of ${filename} at ${offset}`, () =>
        tenant.admin('POST', `/uploads/${id}/pieces`, { offset, data }),
      );
      if (added === null) return;
      if (added.body.received !== offset + piece.length)
        throw new Error(`The piece of ${filename} at ${offset} left ${added.body.received} bytes received.`);
    }
    uploads.push({ id, filename, sha256: createHash('sha256').update(bytes).digest('hex') });
  }

  async function erase(): Promise<void> {
    const person = uniqueDigits('1670');
    if (!(await writes(person, `Forget ${person}`))) return;
    const [found] = (await conversationsOf([person])) ?? [];
    if (!found) return;
    const answer = await untilAnswered(`the erasure of ${person}`, () =>
      tenant.admin('DELETE', `/contacts/${found.contact_id}`),
    );
    if (answer) erasures.set(person, answer.body.id);
  }

  /** Changes each conversation in one round only: a call that outlives its caller must not change it later. */
  async function changeMany(): Promise<void> {
    const customers: string[] = [];
    for (let nth = 0; nth < CUSTOMERS_A_CHANGE; nth++) {
      const customer = uniqueDigits('1680');
      if (await writes(customer, `Keep ${customer}`)) customers.push(customer);
    }
    const found = await conversationsOf(customers);
    const ids = found?.filter((_, nth) => nth % 2 === 0).map(({ id }) => id) ?? [];
    if (!found || ids.length === 0) return;
    const status = CHANGED_TO[changes++ % CHANGED_TO.length] ?? 'resolved';
    const answer = await untilAnswered(`the change of ${ids}`, () =>
      tenant.admin('POST', '/conversations/update', { ids, status }),
    );
    if (answer === null) return;
    for (const [nth, customer] of customers.entries())
      statuses.set(customer, ids.includes(found[nth]?.id ?? 0) ? status : 'open');
    for (const { peer, status: got } of (await conversationsOf(customers)) ?? [])
      if (got !== statuses.get(peer.slice(1))) throw new Error(`${peer} is ${got} after the change of ${ids}.`);
  }

  async function repeat(once: () => Promise<void>, paceMs: number): Promise<void> {
    while (!traffic.isStopping()) {
      await once();
      await pause(paceMs);
    }
  }

  traffic.start([
    repeat(askBot, PACE_MS.bots),
    repeat(addRecipient, PACE_MS.recipients),
    repeat(upload, PACE_MS.uploads),
    repeat(erase, PACE_MS.erasures),
    repeat(changeMany, PACE_MS.changes),
  ]);
  return { tenant, bots, recipients, uploads, erasures, statuses, stop: traffic.stop };
}
