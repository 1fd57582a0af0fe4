import { verb } from '@parley/bus/verb';
import {
  erasePerson as contracts,
  type ErasedPerson,
  type EraseProgress,
} from '@parley/common/contracts/internal/erase-data';
import type { InputOf } from '@parley/common/define-contract';
import { DEPLOYMENT } from '../deliveries/scope.rules.ts';
import type { WebhookDeliveryService } from '../service.ts';
import {
  type EventPosition,
  type LogPosition,
  removeEvents,
  removeLogged,
  removePending,
  removePlatformEvents,
} from './erase.store.ts';
import { EVENTS, FIRST_ID, LOG, logCursor, PLATFORM, readEraseCursor } from './erase-cursor.rules.ts';
import { findNextLog } from './find-next-log.steps.ts';

type Input = InputOf<(typeof contracts)['webhook-delivery']>;

const findLogAfter = (service: WebhookDeliveryService, { tenantId }: ErasedPerson, instanceId: string) =>
  findNextLog(service, [tenantId, DEPLOYMENT], instanceId, EVENTS);

async function erasePending(service: WebhookDeliveryService, person: ErasedPerson): Promise<EraseProgress> {
  const deliveries = await removePending(service.database, person);
  const cursor = deliveries > 0 ? 'pending' : await findLogAfter(service, person, '');
  return { erased: { deliveries }, cursor, waiting: 0 };
}

async function eraseLogged(
  service: WebhookDeliveryService,
  person: ErasedPerson,
  after: LogPosition,
): Promise<EraseProgress> {
  const { instanceId } = after;
  const { removed, last } = await removeLogged(service.database, person, after);
  const cursor = last === null ? await findLogAfter(service, person, instanceId) : logCursor(instanceId, last);
  return { erased: { deliveries: removed }, cursor, waiting: 0 };
}

async function eraseEvents(
  { database }: WebhookDeliveryService,
  person: ErasedPerson,
  after: EventPosition | null,
): Promise<EraseProgress> {
  const { removed, next } = await removeEvents(database, person, after);
  const cursor = next === null ? PLATFORM : `${EVENTS} ${next.position} ${next.seq}`;
  return { erased: { events: removed }, cursor, waiting: 0 };
}

async function erasePlatformEvents(
  { database }: WebhookDeliveryService,
  person: ErasedPerson,
  after: string,
): Promise<EraseProgress> {
  const { removed, last } = await removePlatformEvents(database, person, after);
  return { erased: { events: removed }, cursor: last === null ? null : `${PLATFORM} ${last}`, waiting: 0 };
}

/**
 * Erases a batch of the events about a person, their deliveries and the receivers' answers. Waiting deliveries come
 * first, so that nothing more is logged; then the log, which refers to events by number; then the events of the
 * ledger; then platform events.
 */
export const erasePerson = verb(
  contracts['webhook-delivery'],
  async (service: WebhookDeliveryService, { person, cursor }: Input) => {
    const { step, first, second } = readEraseCursor(cursor);
    if (step === LOG) return eraseLogged(service, person, { instanceId: first, id: second });
    if (step === EVENTS) return eraseEvents(service, person, first === '' ? null : { position: first, seq: second });
    if (step === PLATFORM) return erasePlatformEvents(service, person, first === '' ? FIRST_ID : first);
    return erasePending(service, person);
  },
);
