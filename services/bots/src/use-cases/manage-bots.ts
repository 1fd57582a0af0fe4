import type { AiProvider } from '@parley/common/ai-providers';
import type { createBot, listBots, updateBot } from '@parley/common/contracts/operator/bots';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { readRowId } from '@parley/common/row-ids';
import { pageOf, readCursor } from '@parley/database/list-cursor';
import { type Bot, type BotFields, fieldsOf, toBotView } from '../domain/bot.ts';
import { changeFields, checkWaits, statusAfter } from '../domain/change-bot.ts';
import { refuseToolSchema } from '../domain/tool-schema.ts';
import type { NewBot } from '../storage/bot-store.ts';

type View = OutputOf<typeof updateBot>;

export interface ManageBotsDeps {
  /** Null when the tenant already has the maximum. */
  insertBot(bot: NewBot, maxBots: number, at: Date): Promise<Bot | null>;
  listBotsAfter(tenantId: number, id: number, count: number): Promise<Bot[]>;
  findBot(tenantId: number, id: number): Promise<Bot | null>;
  /** Locks the bot meanwhile; null when there is none. */
  changeBot(
    tenantId: number,
    id: number,
    change: (bot: Bot) => BotFields & Pick<Bot, 'status' | 'stoppedReason'>,
    at: Date,
  ): Promise<Bot | null>;
  saveToolSecret(tenantId: number, id: number, sealed: string, at: Date): Promise<boolean>;
  /** Deletes the bot and its knowledge. */
  deleteBot(tenantId: number, id: number, at: Date): Promise<boolean>;
  findAccounts(tenantId: number, ids: readonly number[]): Promise<number[]>;
  hasKey(tenantId: number, provider: AiProvider): Promise<boolean>;
  refuseUrl(url: string, tenantId: number): Promise<string | null>;
  /** A new secret in plain text and encrypted. */
  makeToolSecret(tenantId: number): { secret: string; sealed: string };
  platformProviders: readonly AiProvider[];
  now(): Date;
}

const MAX_BOTS = 50;
const rowIdOf = (id: string): number => Number(readRowId(id));

/** Bots of a tenant (docs/reference/bots.md#bot). */
export function makeManageBots(deps: ManageBotsDeps) {
  async function checkAccounts(tenantId: number, ids: readonly number[]): Promise<void> {
    const known = new Set(ids.length === 0 ? [] : await deps.findAccounts(tenantId, ids));
    if (ids.some((id) => !known.has(id)))
      throw invalidField('accounts', 'accounts must be ids of channel accounts of this tenant that are connected.');
  }

  async function checkTools(tenantId: number, tools: BotFields['tools']): Promise<void> {
    for (const [index, { parameters, url }] of tools.entries()) {
      const field = `tools.${index}`;
      const schemaProblem = refuseToolSchema(parameters);
      if (schemaProblem !== null) throw invalidField(`${field}.parameters`, `${field}.parameters ${schemaProblem}.`);
      const urlProblem = await deps.refuseUrl(url, tenantId);
      if (urlProblem !== null) throw invalidField(`${field}.url`, `${field}.url ${urlProblem}.`);
    }
  }

  async function checkKey(tenantId: number, { keyMode, provider, enabled }: BotFields): Promise<void> {
    if (keyMode === 'platform') {
      if (!deps.platformProviders.includes(provider)) throw new AppError('platform_key_not_offered');
    } else if (enabled && !(await deps.hasKey(tenantId, provider))) {
      throw new AppError('no_ai_key');
    }
  }

  /** Checks only the changed fields: an account that disconnected meanwhile must not block disabling the bot. */
  async function checkChange(tenantId: number, fields: BotFields, given: Partial<InputOf<typeof updateBot>>) {
    checkWaits(fields);
    if (given.accounts) await checkAccounts(tenantId, given.accounts);
    if (given.tools) await checkTools(tenantId, given.tools);
    if (given.keyMode ?? given.provider ?? given.enabled) await checkKey(tenantId, fields);
  }

  return {
    /** Errors: no_ai_key, platform_key_not_offered, too_many_bots, invalid_accounts and other fields. */
    async create(
      tenantId: number,
      input: Omit<InputOf<typeof createBot>, 'slug'>,
    ): Promise<OutputOf<typeof createBot>> {
      const fields = fieldsOf(input);
      await checkChange(tenantId, fields, input);
      const { secret, sealed } = deps.makeToolSecret(tenantId);
      const made = await deps.insertBot({ ...fields, tenantId, toolSecret: sealed }, MAX_BOTS, deps.now());
      if (!made) throw new AppError('too_many_bots');
      return { ...toBotView(made), toolSecret: secret };
    },

    async list(tenantId: number, { limit, cursor }: Omit<InputOf<typeof listBots>, 'slug'>) {
      const rows = await deps.listBotsAfter(tenantId, readCursor(cursor), limit + 1);
      return pageOf(rows, limit, toBotView);
    },

    /** Errors: unknown_bot. */
    async get(tenantId: number, id: string): Promise<View> {
      const bot = await deps.findBot(tenantId, rowIdOf(id));
      if (!bot) throw new AppError('unknown_bot');
      return toBotView(bot);
    },

    /** Errors: unknown_bot, and those of `create`. */
    async update(tenantId: number, { id, ...input }: Omit<InputOf<typeof updateBot>, 'slug'>): Promise<View> {
      const before = await deps.findBot(tenantId, rowIdOf(id));
      if (!before) throw new AppError('unknown_bot');
      await checkChange(tenantId, changeFields(before, input), input);
      const change = (bot: Bot) => {
        const fields = changeFields(bot, input);
        checkWaits(fields);
        return { ...fields, ...statusAfter(bot, input) };
      };
      const changed = await deps.changeBot(tenantId, before.id, change, deps.now());
      if (!changed) throw new AppError('unknown_bot');
      return toBotView(changed);
    },

    /** Errors: unknown_bot. */
    async rotateToolSecret(tenantId: number, id: string): Promise<{ toolSecret: string }> {
      const { secret, sealed } = deps.makeToolSecret(tenantId);
      if (!(await deps.saveToolSecret(tenantId, rowIdOf(id), sealed, deps.now()))) throw new AppError('unknown_bot');
      return { toolSecret: secret };
    },

    /** Errors: unknown_bot. */
    async remove(tenantId: number, id: string): Promise<{ deleted: true }> {
      if (!(await deps.deleteBot(tenantId, rowIdOf(id), deps.now()))) throw new AppError('unknown_bot');
      return { deleted: true };
    },
  };
}
