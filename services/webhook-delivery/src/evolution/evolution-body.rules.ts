import { envelopeOf, toEvolutionEvent } from '@parley/common/evolution/evolution-events';
import type { Quoted } from '@parley/common/evolution/message-record';
import { destinationOf, formOfUrl } from '@parley/common/evolution/webhook-form';

/** The facts of an event in Evolution API's form that are not in its data. */
interface EvolutionFacts {
  /** The address of the webhook, with the fragment that chooses the form. */
  url: string;
  /** The address of the tenant's routes, which programs call back. */
  serverUrl: string;
  quoted: Quoted | null;
}

/** A body in another form than Parley's own. */
export interface Rendered {
  body: Buffer;
  /** The address to post it to. */
  url: string;
}

interface StoredEvent {
  type: string;
  createdMs: number;
  data: object;
}

/** Whether a webhook gets the events of keys in Evolution API's form. */
export const wantsEvolution = (url: string): boolean => formOfUrl(url) !== null;

/**
 * The body of an event in Evolution API's form (docs/reference/evolution.md#webhooks); null: it has none, and is posted in
 * Parley's own.
 */
export function renderEvolution(
  { type, createdMs, data }: StoredEvent,
  { url, serverUrl, quoted }: EvolutionFacts,
): Rendered | null {
  const mapped = toEvolutionEvent(type, data, quoted);
  if (!mapped) return null;
  const destination = destinationOf(url, mapped.event);
  const body = JSON.stringify(envelopeOf(mapped, { serverUrl, destination, at: new Date(createdMs) }));
  return { body: Buffer.from(body), url: destination };
}
