import type { EvolutionRequest } from './call-action.ts';
import type { Instance } from './find-instance.ts';

/** The parts of a request that a route reads. */
export interface RouteInput {
  instance: Instance;
  /** Empty for GET and DELETE. */
  body: Readonly<Record<string, unknown>>;
}

/** A route of one instance. */
export interface EvolutionRoute {
  method: 'GET' | 'POST' | 'DELETE';
  /** The action of Parley, for metrics and the request log. */
  action: string;
  /** HTTP status of success. */
  status: number;
  /** Whether its body may have a file in base64. */
  takesFile?: true;
  /** Whether its body is read although the method usually has none. */
  hasBody?: true;
  /** The caller's names of Parley's fields. */
  names?: Readonly<Record<string, string>>;
  answer(asked: EvolutionRequest, input: RouteInput): Promise<unknown>;
}
