import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import { graphError } from '../graph-error.ts';

/** GET /{app id}: the app itself; authorized with `app id|app secret`. */
export function showApp(
  { appId, appSecret }: { appId: string; appSecret: string },
  asking: string | undefined,
): ProviderAnswer {
  if (asking !== `${appId}|${appSecret}`) return graphError(190, { message: 'Invalid OAuth access token signature.' });
  return { status: 200, body: { id: appId } };
}
