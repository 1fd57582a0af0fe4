import type { ProviderProblem } from '@parley/common/errors';
import type { Sql } from '@parley/database/sql';
import type { Logger } from '@parley/runtime/logger';
import { writeFacts } from './write-facts.ts';

export interface TellAppRefusedDeps {
  database: Sql;
  logger: Logger;
  now(): Date;
}

const NAMES: Readonly<Record<string, string>> = { graph: 'Meta', tiktok: 'TikTok' };
/** During a refusal every call fails: only one per minute is handled. */
const QUIET_MS = 60_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/**
 * Notifies the deployment's recipients that a provider refuses the app, once a day for each provider
 * (docs/reference/notifications.md#kinds). Never rejects: a fact that could not be written is written at the next
 * refusal.
 */
export function makeReportAppRefused({ database, logger, now }: TellAppRefusedDeps) {
  const reportedAt = new Map<string, number>();

  return async ({ name, message }: ProviderProblem): Promise<void> => {
    const at = now();
    if (at.getTime() - (reportedAt.get(name) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return;
    reportedAt.set(name, at.getTime());
    const provider = NAMES[name] ?? name;
    logger.error(
      'provider.app-refused',
      { provider, reason: message },
      'A provider refuses the app of this deployment.',
    );
    const period = at.toISOString().slice(0, DAY_LENGTH);
    await writeFacts(database, [
      {
        tenantId: null,
        kind: 'provider_app_refused',
        subject: name,
        period,
        data: { provider, message },
        happenedAt: at,
      },
    ]).catch((error: unknown) => {
      reportedAt.delete(name);
      logger.warn('notification-fact.unwritten', { err: error }, 'A fact to notify of could not be written.');
    });
  };
}
