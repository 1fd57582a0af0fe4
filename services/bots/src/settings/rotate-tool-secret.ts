import { verb } from '@parley/bus/verb';
import { rotateToolSecret as contract } from '@parley/common/contracts/operator/bots';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { makeStandardSecret } from '@parley/providers/http/standard-signature';
import type { BotsService } from '../service.ts';
import { rowIdOf, toolSecretPurpose } from './bot.rules.ts';
import { saveToolSecret } from './bot.store.ts';

/** Replaces the secret that signs the calls of a bot's tools. Errors: unknown_tenant, unknown_bot. */
export const rotateToolSecret = verb(contract, async ({ database, cipher, now }: BotsService, { slug, id }) => {
  const tenantId = await tenantOfSlug(database, slug);
  const toolSecret = makeStandardSecret();
  const sealed = cipher.encrypt(toolSecret, toolSecretPurpose(tenantId));
  const isSaved = await saveToolSecret(database.prisma, { tenantId, id: rowIdOf(id) }, sealed, now());
  if (!isSaved) throw new AppError('unknown_bot');
  return { toolSecret };
});
