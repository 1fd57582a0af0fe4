import { signedHeaders, signingKeys } from '@parley/providers/http/event-headers';

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
export const OTHER_SECRET = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
export const NOW = new Date('2026-03-01T10:00:00.000Z');

/** The headers with which Parley posts a body (docs/reference/events.md#signatures); the newest secret comes first. */
export function signEvent(body: string, secrets: readonly string[] = [SECRET], at: Date = NOW): Record<string, string> {
  const event = { eventId: 'evt_01k0a2b3c4d5e6f7g8h9j0kmnp', type: 'message.received' };
  const [newest = '', previous] = secrets;
  const keys = { newest: signingKeys(newest), previous: previous === undefined ? null : signingKeys(previous) };
  return signedHeaders(event, body, keys, at);
}
