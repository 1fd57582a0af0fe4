import type { Visitor } from '@parley/common/call-context';
import type { FastifyRequest } from 'fastify';
import { type IsIn, networkOf } from './address-network.ts';

const USER_AGENT_MAX = 300;

/** The sender of a request, in the form that services receive. */
export const visitorOf = ({ clientAddress: address, headers }: FastifyRequest, isShared: IsIn): Visitor => ({
  address,
  network: isShared(address) ? null : networkOf(address),
  userAgent: (headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
});
