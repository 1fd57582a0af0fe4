import { connect } from '@nats-io/transport-node';
import { parseNatsUrl } from './parse-nats-url.ts';

/** A NATS server as it greets a client. */
export interface NatsFacts {
  version: string;
  maxPayloadBytes: number;
}

/** Connects once, without waiting for a server that is unavailable. Throws the client's error. */
export async function probeNats(url: string, timeoutMs: number): Promise<NatsFacts> {
  const connection = await connect({
    ...parseNatsUrl(url),
    name: 'parley-doctor',
    timeout: timeoutMs,
    reconnect: false,
  });
  try {
    return { version: connection.info?.version ?? '', maxPayloadBytes: connection.info?.max_payload ?? 0 };
  } finally {
    await connection.close();
  }
}
