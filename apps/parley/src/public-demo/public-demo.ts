import type { BusClient } from '@parley/bus/bus-client';
import type { Caller } from '@parley/common/call-context';
import { prepareMember } from '@parley/common/contracts/internal/console-session';
import { closeDemo, listDemos, openDemo } from '@parley/common/contracts/internal/demo';
import { eraseTenant } from '@parley/common/contracts/operator/erasures';
import { createKey } from '@parley/common/contracts/operator/keys';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import type { DemoHost } from '@parley/gateway/demo/demo-host';
import type { Environment } from '@parley/runtime/environment';
import type { Logger } from '@parley/runtime/logger';
import type { Sandbox } from '@parley/sandbox/start-sandbox';
import { BOT_ANSWERS } from '../one-machine/prepare-demo-bot.ts';
import { connectAccounts } from './connect-accounts.ts';
import { DEMO_CHANNELS, idsOf, randomText, tenantOfPage } from './demo-accounts.ts';
import { makeDemoPhone } from './demo-phone.ts';
import { addBot, fillBakery } from './fill-bakery.ts';

const SWEEP_EVERY_MS = 3000;
const MINUTE_MS = 60_000;
/** People who wait while the workspaces of others are filled. */
const MAX_WAITING = 20;
/** Messages and bot replies of a workspace; the bakery itself uses a few. */
const CREDIT = '200';
const NAME = 'Bright Bakery';

interface Parts {
  environment: Pick<Environment, 'PARLEY_DEMO_WORKSPACES' | 'PARLEY_DEMO_MINUTES'>;
  bus: Pick<BusClient, 'call'>;
  sandbox: Sandbox;
  controlToken: string;
  logger: Logger;
  now?: () => number;
}

const context = () => ({ requestId: makeId('req') });

/**
 * The workspaces of a public demo (docs/operations/demo.md): opens one at a time, and deletes each when its time is
 * over, with its accounts in the sandbox. What is running is in the database, so that a restart ends no workspace early.
 */
export async function startPublicDemo(parts: Parts): Promise<DemoHost & { stop(): Promise<void> }> {
  const { environment, bus, sandbox: running, controlToken, logger, now = Date.now } = parts;
  const { driver: sandbox } = running;
  const phone = makeDemoPhone({ sandboxUrl: running.url, controlToken });
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isStopping = false;

  async function fill(slug: string, tenantId: number): Promise<{ signInPath: string }> {
    const webhookUrl = sandbox.receiver(slug).url;
    const key = { slug, label: 'Orders', channels: [...DEMO_CHANNELS], webhookUrl, mayRead: true };
    const { instanceId } = await bus.call(createKey, key, context());
    const caller: Caller = { tenantId, tenantSlug: slug, instanceId, channels: [...DEMO_CHANNELS] };
    await connectAccounts({ bus, sandbox }, caller);
    await fillBakery({ bus, sandbox }, caller, now());
    // The bots' process may have to start first.
    addBot({ bus, sandbox }, caller).catch((err: unknown) =>
      logger.warn('demo-bot.prepare-failed', { err }, 'The bot of a demo could not be prepared.'),
    );
    const owner = { slug, email: `owner@${slug}.example`, name: 'Amal Nasser', roles: ['owner' as const] };
    const { signInPath } = await bus.call(prepareMember, owner, context());
    return { signInPath };
  }

  async function openOne(): Promise<{ signInPath: string }> {
    const slug = `demo-${randomText(10)}`;
    const endsAt = new Date(now() + environment.PARLEY_DEMO_MINUTES * MINUTE_MS).toISOString();
    const most = environment.PARLEY_DEMO_WORKSPACES;
    const { tenantId } = await bus.call(openDemo, { slug, name: NAME, balance: CREDIT, endsAt, most }, context());
    try {
      return await fill(slug, tenantId);
    } catch (err) {
      logger.warn('demo.prepare-failed', { err }, 'A workspace of the demo could not be filled.');
      await end({ slug, tenantId });
      throw new AppError('service_unavailable', { cause: err });
    }
  }

  /** Starts the erasure of a workspace, or completes it: then its place is free. */
  async function end({ slug, tenantId }: { slug: string; tenantId: number }): Promise<void> {
    const { status } = await bus.call(eraseTenant, { slug }, context());
    if (status !== 'done') return;
    // The erasure disconnected the accounts, so the sandbox needs them no longer.
    await sandbox.forget({ accounts: idsOf(tenantId), receivers: [slug], files: phone.takeFiles(tenantId) });
    await bus.call(closeDemo, { tenantId }, context());
  }

  const warn = (err: unknown): void =>
    logger.warn('demo.sweep-failed', { err }, 'Workspaces that have ended could not be deleted.');

  async function sweep(): Promise<void> {
    const { items } = await bus.call(listDemos, {}, context());
    for (const demo of items) {
      if (isStopping || Date.parse(demo.endsAt) > now()) break;
      await end(demo).catch(warn);
    }
  }

  /** Removes accounts whose workspace is gone: a kill may come between the two. */
  async function removeLeftovers(): Promise<void> {
    const [{ items }, pages] = await Promise.all([bus.call(listDemos, {}, context()), sandbox.graph.pages()]);
    const known = new Set(items.map(({ tenantId }) => tenantId));
    for (const { id } of pages) {
      const tenantId = tenantOfPage(id);
      if (tenantId !== null && !known.has(tenantId)) await sandbox.forget({ accounts: idsOf(tenantId) });
    }
  }

  await sandbox.ai.setAnswers(BOT_ANSWERS);
  await removeLeftovers();
  let sweeping: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep).catch(warn);
  }, SWEEP_EVERY_MS);

  return {
    open() {
      if (isStopping || waiting >= MAX_WAITING) throw new AppError('service_unavailable');
      waiting++;
      const opened = turn.then(openOne).finally(() => {
        waiting--;
      });
      turn = opened.catch(() => {});
      return opened;
    },
    answerPhone: phone.answer,
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await Promise.all([turn, sweeping]);
    },
  };
}
