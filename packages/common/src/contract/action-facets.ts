import type { z } from 'zod';

/**
 * The effect of an action, for programs that decide when a person must confirm a call (docs/reference/mcp.md#tools).
 * reads: changes nothing. adds: each call makes another message, link or code. sets: a repeat has no further effect.
 * removes: replaces or deletes something; a repeat has no further effect.
 */
export type McpEffect = 'reads' | 'adds' | 'sets' | 'removes';

/** Dotted paths of fields, and the logged form of their values. */
export type LoggedFields = Readonly<Record<string, z.ZodType>>;

/** A request of an operation, with the values of its path, and the answer. */
export interface Example<Request = Record<string, unknown>, Answer = unknown> {
  request: Request;
  answer: Answer;
  /** The answer while the work is still to come (`deferredStatus`). */
  deferredAnswer?: Answer;
}

/** The facts of a customer action that documents, clients and logs take from its contract. */
export interface ActionFacets {
  /** The method of the SDKs, a noun and a verb. The noun is the action's resource in the nodes for n8n. */
  sdk: `${string}.${string}`;
  mcp: McpEffect;
  /** The list in an answer without pages, which a tool returns in parts. */
  mcpList?: string;
  /** Its section of the reference, from the root of the repository. */
  reference: `docs/reference/${string}`;
  /**
   * The fields whose values the request log keeps when they have these forms, because a refused request can have any
   * text anywhere. For every other field it only records that it was given
   * (docs/reference/logged-fields.md#request-log).
   */
  logged: LoggedFields;
  /** Shown in the OpenAPI document, the reference and the SDKs' samples. */
  example: Example;
}
