import { verb } from '@parley/bus/verb';
import { setAiKey as contract } from '@parley/common/contracts/operator/ai-keys';
import { invalidField } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { BotsService } from '../service.ts';
import { refuseUrl } from '../settings/check-bot-fields.steps.ts';
import { askWithKey } from './ask-with-key.steps.ts';
import { type KeyVerdict, keyPurpose, toKeyView } from './key.rules.ts';
import { saveKey } from './key.store.ts';

const SHOWN = 4;
const NOT_ASKED: KeyVerdict = { status: null, problem: null };
const REFUSED = 'api_key is refused by the provider: check that it is whole, active, and a key of this provider.';

/**
 * Stores a tenant's own key (docs/reference/bots.md#keys). Errors: unknown_tenant, invalid_base_url, and
 * invalid_api_key if it is tested first.
 */
export const setAiKey = verb(
  contract,
  async (service: BotsService, { slug, provider, apiKey, baseUrl = null, test = false }) => {
    const tenantId = await tenantOfSlug(service.database, slug);
    const refusal = baseUrl === null ? null : await refuseUrl(service, baseUrl, tenantId);
    if (refusal !== null) throw invalidField('base_url', `base_url ${refusal}.`);
    const { status, problem } = test ? await askWithKey(service, { provider, apiKey, baseUrl }) : NOT_ASKED;
    if (status === 'refused') throw invalidField('api_key', REFUSED);
    const now = service.now();
    const saved = await saveKey(service.database.prisma, {
      tenantId,
      provider,
      apiKey: service.cipher.encrypt(apiKey, keyPurpose({ tenantId, provider })),
      baseUrl,
      last4: apiKey.slice(-SHOWN),
      status: status ?? 'untested',
      testedAt: status === null ? null : now,
      updatedAt: now,
    });
    return { ...toKeyView(saved), problem };
  },
);
