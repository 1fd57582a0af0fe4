import type { Environment } from '@parley/runtime/environment';
import { request } from 'undici';
import { z } from 'zod';
import { type Found, reasonOf, warning } from './finding.ts';

const WITHIN_MS = 5000;

const Subscription = z.object({
  object: z.string(),
  callback_url: z.string().catch(''),
  active: z.boolean().catch(false),
  fields: z.array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])).catch([]),
});
const Subscriptions = z.object({ data: z.array(Subscription) });

/** A webhook of an app at Meta: the object that it watches, with its fields. */
export type Subscription = z.infer<typeof Subscription>;

/** The webhooks of an app, as Meta has them; a finding where Meta does not say. */
export async function readSubscriptions(
  environment: Pick<Environment, 'PARLEY_GRAPH_URL' | 'PARLEY_META_GRAPH_VERSION'>,
  { id, secret }: { id: string; secret: string },
  guide: string,
): Promise<Subscription[] | Found> {
  const address = `${environment.PARLEY_GRAPH_URL}/${environment.PARLEY_META_GRAPH_VERSION}/${encodeURIComponent(id)}/subscriptions`;
  try {
    const answer = await request(address, {
      headers: { authorization: `Bearer ${id}|${secret}` },
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    const body: unknown = await answer.body.json().catch(() => null);
    if (answer.statusCode === 200) return Subscriptions.safeParse(body).data?.data ?? [];
    return warning(`Meta answers ${answer.statusCode} to the question for the app’s webhooks.`, guide);
  } catch (error) {
    return warning(`Meta could not be asked for the app’s webhooks: ${reasonOf(error)}.`, 'See the check of egress.');
  }
}
