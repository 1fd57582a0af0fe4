import { SMALLEST_MAX_PAYLOAD_BYTES } from '@parley/bus/carriers/nats-carrier';
import { probeNats } from '@parley/bus/carriers/probe-nats';
import { type Found, failure, ok, reasonOf, skipped } from './finding.ts';
import type { Patient } from './patient.ts';

const WITHIN_MS = 3000;

/** The NATS server and its limits. */
export async function checkBus({ environment: { NATS_URL: url } }: Patient): Promise<Found[]> {
  if (!url) return [skipped('The bus is inside the process.')];
  try {
    const { version, maxPayloadBytes } = await probeNats(url, WITHIN_MS);
    if (maxPayloadBytes < SMALLEST_MAX_PAYLOAD_BYTES)
      return [
        failure(
          `max_payload of NATS is ${maxPayloadBytes} bytes: large webhooks are refused.`,
          'Set `max_payload: 8MB` in the configuration of every server, and reload it (docker/nats.conf).',
        ),
      ];
    return [ok(`NATS ${version} answers.`)];
  } catch (error) {
    return [
      failure(
        `NATS does not answer: ${reasonOf(error)}.`,
        'Check that nats-server runs, that this machine may reach it, and the credentials in NATS_URL.',
      ),
    ];
  }
}
