import { z } from 'zod';
import { asWritten } from '../../casing/camel.ts';
import { defineConsole } from '../../contract/define-console.ts';
import { made } from '../../contract/resource-change.ts';
import { WeeklyHours } from '../../workspace/weekly-hours.ts';
import { NUMBER_ID } from './usernames.ts';

/** Hours in which people can call. As they are written. */
const CallHours = asWritten(WeeklyHours).nullable().describe('The hours in which people can call; null: always');

const CallSettings = {
  is_on: z.boolean().describe('Whether people can call the number'),
  is_icon_shown: z.boolean().describe('Whether the chat has the button that calls'),
  asks_permission: z.boolean().describe('Whether people are asked if they may be called back'),
  hours: CallHours,
};

/** The settings of calls of a wa number, as the platform has them now (docs/reference/console.md#call-settings). */
export const getCallSettings = defineConsole({
  service: 'channel-connect',
  name: 'get-call-settings',
  method: 'GET',
  summary: 'The settings of calls of a WhatsApp number',
  permission: 'channels.manage',
  input: z.object(NUMBER_ID),
  output: z.object({
    ...CallSettings,
    holidays: z.int().describe('Days with hours of their own, which a change keeps'),
  }),
  errors: ['not_connected', 'graph_error', 'provider_timeout'],
  deadlineMs: 25_000,
});

/** Changes the settings of calls of a wa number; people see a change within seven days. */
export const setCallSettings = defineConsole({
  service: 'channel-connect',
  name: 'set-call-settings',
  method: 'POST',
  summary: 'Change the settings of calls of a WhatsApp number',
  permission: 'channels.manage',
  input: z.object({ ...NUMBER_ID, ...CallSettings }),
  output: z.object({ id: z.string(), ...CallSettings }),
  errors: ['not_connected', 'graph_error', 'provider_timeout'],
  deadlineMs: 50_000,
  audit: {
    fields: [
      'id',
      'is_on',
      'is_icon_shown',
      'asks_permission',
      'hours.time_zone',
      'hours.hours.days',
      'hours.hours.from',
      'hours.hours.to',
    ],
    change: made(),
  },
});
