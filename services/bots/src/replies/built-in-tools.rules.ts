import { OWN_TOOLS } from '@parley/common/contracts/operator/bots';
import type { AiTool } from '@parley/providers/ai/ai-port';

/** The tools of every bot; tools of tenants cannot have these names. */
export const [SEARCH_KNOWLEDGE, HAND_OVER] = OWN_TOOLS;

export const SEARCH_TOOL: AiTool = {
  name: SEARCH_KNOWLEDGE,
  description:
    'Finds passages in what the business knows. Give one to three short queries in the words of the customer and in other words.',
  parameters: {
    type: 'object',
    properties: {
      queries: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 300 }, minItems: 1, maxItems: 3 },
    },
    required: ['queries'],
    additionalProperties: false,
  },
};

export const HAND_OVER_TOOL: AiTool = {
  name: HAND_OVER,
  description: 'Hands the conversation to a person of the business. Give the reason in a few words.',
  parameters: {
    type: 'object',
    properties: { reason: { type: 'string', minLength: 1, maxLength: 500 } },
    required: ['reason'],
    additionalProperties: false,
  },
};
