import type { LogEventEntry } from '@parley/runtime/log-events/log-event';
import { LOG_EVENT_GROUPS } from '@parley/runtime/logging/log-event-catalogue';

const HEAD = `# Log events

Generated from \`packages/runtime/src/log-events/\` by \`npm run generate\`.

Every log line names its kind in \`event\`. The names are stable: alerts and searches build on them, not on the sentence in \`msg\`.
On a terminal lines are readable; elsewhere each line is one JSON object:

\`\`\`json
{ "level": 40, "time": 1790000000000, "name": "send", "event": "token.refused", "channel_account_id": 7, "msg": "The provider refused the account’s token." }
\`\`\`

- \`level\`: 20 debug, 30 info, 40 warn, 50 error; \`LOG_LEVEL\` chooses the lowest that is written.
- Fields are in snake_case: \`request_id\`, \`tenant_id\`, \`channel_account_id\`, \`device_id\`, \`instance_id\` (a webhook), \`err\` (an error with its stack and cause).
- Secrets, texts of messages and phone numbers are removed from every line.
`;

const describeEvent = ([name, { level, when, action }]: [string, LogEventEntry]): string =>
  `| \`${name}\` | ${level} | ${when} | ${action} |`;

const describeGroup = ([title, events]: [string, Readonly<Record<string, LogEventEntry>>]): string =>
  [
    `## ${title}`,
    '',
    '| event | level | written when | what to do |',
    '|---|---|---|---|',
    ...Object.entries(events).map(describeEvent),
    '',
  ].join('\n');

/** docs/operations/log-events.md: every event of the catalogue, in its groups. */
export const describeLogEvents = (): string =>
  `${HEAD}\n${Object.entries(LOG_EVENT_GROUPS).map(describeGroup).join('\n')}`;
