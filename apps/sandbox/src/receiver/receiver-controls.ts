import { z } from 'zod';
import { defineControl, nothing } from '../control/define-control.ts';
import { type ReceivedRequest, ReceiverBehaviour } from './receivers.ts';

/** The name of a receiver in a path. */
export const ReceiverName = z.object({ name: z.string().regex(/^[\w.-]{1,100}$/) });

/** The webhook receivers: their behaviours, and the requests that they received. */
export const RECEIVER_CONTROLS = {
  behave: defineControl({
    method: 'PUT',
    path: '/receivers/:name',
    params: ReceiverName,
    input: z.object({ behaviours: z.array(ReceiverBehaviour).max(1000) }),
    output: nothing,
  }),
  /** The requests that it received after `since`, oldest first. */
  received: defineControl({
    method: 'GET',
    path: '/received/:name',
    params: ReceiverName,
    input: z.object({
      since: z.coerce.number<number>().int().min(0).default(0),
      limit: z.coerce.number<number>().int().min(1).max(10_000).default(1000),
    }),
    output: ({
      requests,
    }: {
      count: number;
      total: number;
      next: number;
      requests: (ReceivedRequest & { seq: number })[];
    }) => requests,
  }),
  forget: defineControl({ method: 'DELETE', path: '/received/:name', params: ReceiverName, output: nothing }),
};
