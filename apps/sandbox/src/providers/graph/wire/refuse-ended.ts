import type { FastifyRequest } from 'fastify';
import type { ProviderAnswer } from '../../../http/provider-answer.ts';
import { badParameter } from './graph-error.ts';

/** Query parameters of protocol features that Graph ended in 2026, for new uses or for every version. */
const ENDED = ['ids', 'date_format', 'method', 'callback', 'pretty', 'debug'];
/** A field under another name: `fields=name.as(label)`. */
const ALIAS = '.as(';

/** Graph's refusal of a call that uses a protocol feature that ended (docs/reference/wa.md#versions); null for others. */
export function refuseEnded(request: Pick<FastifyRequest, 'query' | 'headers'>): ProviderAnswer | null {
  const query = request.query as Record<string, unknown>; // safe: fastify parses it into an object
  const ended = ENDED.find((name) => query[name] !== undefined);
  if (ended !== undefined) return badParameter(`The parameter ${ended} is no longer supported.`);
  if (String(query.fields).includes(ALIAS)) return badParameter('Field aliases are no longer supported.');
  if (request.headers['if-none-match'] === undefined) return null;
  return badParameter('Conditional requests are no longer supported.');
}
