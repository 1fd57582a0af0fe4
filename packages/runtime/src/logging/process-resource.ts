import { randomUUID } from 'node:crypto';
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources';

/** Cumulative counters of two processes with one name must not be taken for those of one process. */
const INSTANCE = randomUUID();

/** This process as the origin of spans and metrics. */
export const processResource = (name: string): Resource =>
  resourceFromAttributes({
    'service.name': name,
    'service.namespace': 'parley',
    'service.instance.id': INSTANCE,
  });
