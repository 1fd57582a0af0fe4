import { channels } from '@parley/common/contracts/channels/channels';
import { AppError } from '@parley/common/errors';
import type { RequestContext } from '../pipeline/request-context.ts';
import { actionOf, CHANNEL, type EvolutionRequest, lookUp } from './call-action.ts';
import { unknownInstance } from './evolution-errors.ts';

/** An instance: a linked phone of the tenant. */
export interface Instance {
  /** The account's id, as in `channels`. */
  id: string;
  /** The account's label. */
  name: string;
  number: string | null;
  /** The call that found it, by which a service is called for it. */
  context: RequestContext;
}

const CHANNELS = actionOf(channels);

/** The tenant's linked phones, oldest first. Errors: channel_not_allowed. */
export async function listInstances(asked: EvolutionRequest): Promise<Instance[]> {
  const { output, context } = await lookUp(asked, CHANNELS, {});
  if (!asked.key.channels.includes(CHANNEL))
    throw new AppError('channel_not_allowed', { message: `This key may not use the channel ${CHANNEL}.` });
  return output.channels
    .filter(({ channel }) => channel === CHANNEL)
    .map(({ id, name, identifier = null }) => ({ id, name, number: identifier, context }));
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** The phone that a name means: its label, else its id or number. Errors: unknown_instance, channel_not_allowed. */
export async function findInstance(asked: EvolutionRequest, name: string): Promise<Instance> {
  const phones = await listInstances(asked);
  const found =
    phones.find((phone) => phone.name === name) ??
    phones.find(({ id, number }) => id === name || (number !== null && digitsOf(number) === name.replace('+', '')));
  if (!found) throw unknownInstance(name);
  return found;
}
