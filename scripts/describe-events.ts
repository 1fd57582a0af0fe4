import { OPT_IN_EVENT_TYPES } from '@parley/common/events/event-types';
import { z } from 'zod';
import { formatJson } from './format-json.ts';

const Webhooks = z.record(
  z.string(),
  z.object({
    post: z.object({
      summary: z.string(),
      requestBody: z.object({ content: z.object({ 'application/json': z.object({ example: z.json() }) }) }),
    }),
  }),
);

const isOptIn = (event: string): boolean => OPT_IN_EVENT_TYPES.some((type) => type === event);

/** The section of events.md about an event of a key. */
const sectionOf = (event: string): string => ` [Members](events.md#${event.replace('.', '')}).`;

function describeEvents(document: { webhooks?: unknown }, linkOf: (event: string) => string): string {
  return Object.entries(Webhooks.parse(document.webhooks))
    .map(([event, { post }]) => {
      const note = isOptIn(event) ? ' Opt-in.' : '';
      const example = formatJson(post.requestBody.content['application/json'].example);
      return `### ${event}\n\n${post.summary}.${note}${linkOf(event)}\n\n\`\`\`json\n${example}\n\`\`\`\n`;
    })
    .join('\n');
}

/** docs/reference/event-catalogue.md: every event with the body that a test of a webhook posts. */
export const describeEventCatalogue = (customer: object, operator: object): string => `# Event catalogue

Generated from \`packages/common/src/events/sample-events.ts\` by \`npm run generate\`. \`parley trigger\` posts these
bodies, and [openapi.json](../openapi.json) has them as examples.

## Events of a key

${describeEvents(customer, sectionOf)}
## Events of platform webhooks

What they are for: [platform-events.md](platform-events.md).

${describeEvents(operator, () => '')}`;
