import type { updateBot } from '@parley/common/contracts/operator/bots';
import type { InputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { egressRefusal } from '@parley/providers/egress/egress-refusal';
import { platformAccountOf } from '../keys/key.rules.ts';
import { findKey } from '../keys/key.store.ts';
import type { BotsService } from '../service.ts';
import { type BotFields, checkWaits } from './bot.rules.ts';
import { findAccounts } from './bot.store.ts';
import { refuseToolSchema } from './tool-schema.rules.ts';

async function checkAccounts({ database }: BotsService, tenantId: number, ids: readonly number[]): Promise<void> {
  const known = new Set(ids.length === 0 ? [] : await findAccounts(database.prisma, tenantId, ids));
  if (ids.some((id) => !known.has(id)))
    throw invalidField('accounts', 'accounts must be ids of channel accounts of this tenant that are connected.');
}

async function checkTools(service: BotsService, tenantId: number, tools: BotFields['tools']): Promise<void> {
  for (const [index, { parameters, url }] of tools.entries()) {
    const field = `tools.${index}`;
    const schemaProblem = refuseToolSchema(parameters);
    if (schemaProblem !== null) throw invalidField(`${field}.parameters`, `${field}.parameters ${schemaProblem}.`);
    const urlProblem = await refuseUrl(service, url, tenantId);
    if (urlProblem !== null) throw invalidField(`${field}.url`, `${field}.url ${urlProblem}.`);
  }
}

async function checkKey(
  { database, environment }: BotsService,
  tenantId: number,
  { keyMode, provider, enabled }: BotFields,
): Promise<void> {
  if (keyMode === 'platform') {
    if (platformAccountOf(environment, provider) === null) throw new AppError('platform_key_not_offered');
  } else if (enabled && (await findKey(database, tenantId, provider)) === null) {
    throw new AppError('no_ai_key');
  }
}

/**
 * Checks the given fields of a bot, and no others: an account that has been disconnected must not block disabling the
 * bot. Errors: no_ai_key, platform_key_not_offered, invalid_accounts and other fields.
 */
export async function checkBotFields(
  service: BotsService,
  tenantId: number,
  fields: BotFields,
  given: Partial<InputOf<typeof updateBot>>,
): Promise<void> {
  checkWaits(fields);
  if (given.accounts) await checkAccounts(service, tenantId, given.accounts);
  if (given.tools) await checkTools(service, tenantId, given.tools);
  if (given.keyMode ?? given.provider ?? given.enabled) await checkKey(service, tenantId, fields);
}

/** The reason why the egress rules forbid an address that a tenant gave; null: they allow it. */
export const refuseUrl = ({ egress }: BotsService, url: string, tenantId: number): Promise<string | null> =>
  egressRefusal(() => egress.checkUrl(url, `tenant ${tenantId}`));
