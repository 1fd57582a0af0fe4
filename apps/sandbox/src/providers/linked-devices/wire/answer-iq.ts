import type { BinaryNode } from 'baileys';
import type { Device } from '../state/network-state.ts';
import type { DeviceConnection } from './device-connection.ts';
import { parts, SERVER, stanza } from './stanza.ts';

/** A device's query for an answerer. */
export interface Query {
  device: Device;
  iq: BinaryNode;
  /** The first part of the query, which identifies it. */
  asked: BinaryNode | undefined;
}

/** An answer: parts of the result, or an error. */
export type Answer = { content: BinaryNode[] | undefined } | { error: number; text: string };
/** With as many keys on the network, a client uploads none. */
const ENOUGH_KEYS = 812;

/** Answers queries of one namespace; undefined is an empty result, `nothing` leaves the device without an answer. */
type Answered = Answer | 'nothing' | undefined;
export type Answerer = (query: Query) => Answered | Promise<Answered>;

/** Answers a query of a client that is not linked, whose keys do not exist yet. */
export function answerUnpaired(connection: DeviceConnection, iq: BinaryNode): void {
  const [asked] = parts(iq);
  const answer = { from: SERVER, id: iq.attrs.id };
  const missing = stanza('error', { code: '404', text: 'item-not-found' });
  if (asked?.tag === 'digest') connection.send(stanza('iq', { ...answer, type: 'error' }, [missing]));
  else if (asked?.tag === 'count')
    connection.send(stanza('iq', { ...answer, type: 'result' }, [stanza('count', { value: ENOUGH_KEYS })]));
  else connection.send(stanza('iq', { ...answer, type: 'result' }));
}

/** Answers a device's query; an unknown query gets an empty result, which the client accepts. */
export async function answerIq(
  answerers: Record<string, Answerer>,
  connection: DeviceConnection,
  device: Device,
  iq: BinaryNode,
): Promise<void> {
  const { id, xmlns = '', to = SERVER } = iq.attrs;
  const asked = parts(iq)[0];
  const answer = (await answerers[xmlns]?.({ device, iq, asked })) ?? { content: undefined };
  if (answer === 'nothing') return;
  if ('error' in answer) {
    const error = stanza('error', { code: answer.error, text: answer.text });
    return connection.send(stanza('iq', { from: to, type: 'error', id }, [error]));
  }
  connection.send(stanza('iq', { from: to, type: 'result', id }, answer.content));
}
