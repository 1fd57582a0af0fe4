import { quotedIdOf } from '@parley/common/evolution/evolution-events';
import { publicUrlOf } from '@parley/runtime/environment';
import type { WebhookDeliveryService } from '../service.ts';
import { type Rendered, renderEvolution, wantsEvolution } from './evolution-body.rules.ts';
import { findEvolutionFacts } from './evolution-facts.store.ts';

interface Posted {
  instanceId: string;
  type: string;
  createdMs: number;
  /** JSON text. */
  data: string;
  platform: object | null;
  /** The address of the webhook; null: it was removed. */
  url: string | null;
}

/**
 * The body and address of an event for a key whose webhook wants Evolution API's form; null: it is posted in Parley's own,
 * as every event is unless PARLEY_EVOLUTION_API is set.
 */
export async function renderOtherForm(
  { environment, laneDatabase }: Pick<WebhookDeliveryService, 'environment' | 'laneDatabase'>,
  { url, platform, instanceId, type, createdMs, data: stored }: Posted,
): Promise<Rendered | null> {
  if (!environment.PARLEY_EVOLUTION_API || platform !== null || url === null || !wantsEvolution(url)) return null;
  const data = JSON.parse(stored) as object; // safe: the data of every event is an object
  const found = await findEvolutionFacts(laneDatabase, { instanceId, quotedId: quotedIdOf(data) });
  if (!found) return null;
  const serverUrl = `${publicUrlOf(environment)}/${found.slug}/evolution`;
  return renderEvolution({ type, createdMs, data }, { url, serverUrl, quoted: found.quoted });
}
