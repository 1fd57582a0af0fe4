import type { AppError } from '@parley/common/errors';
import type { FastifyRequest } from 'fastify';
import type { BodyRoom } from './body-room.ts';
import { readBody } from './read-body.ts';

/** Larger than any request of a sender who is not signed in. */
export const STRANGERS_MAX_BYTES = 64 * 1024;

/**
 * Reads the body of an unknown sender, within the memory for such bodies. Errors: payload_too_large, and
 * service_unavailable when it is dropped for others.
 */
export async function readStrangersBody(
  room: BodyRoom,
  { raw, clientAddress: address }: FastifyRequest,
  maxBytes = STRANGERS_MAX_BYTES,
): Promise<Buffer> {
  let giveUp: (error: AppError) => void = () => {};
  const { take, release } = room.enter({ address, giveWay: (error) => giveUp(error) });
  const onBegin = (given: typeof giveUp): void => {
    giveUp = given;
  };
  try {
    return await readBody(raw, maxBytes, { take, onBegin });
  } finally {
    release();
  }
}
