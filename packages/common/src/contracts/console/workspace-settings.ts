import { z } from 'zod';
import { asWritten } from '../../casing/camel.ts';
import { defineConsole } from '../../contract/define-console.ts';
import { changed, one } from '../../contract/resource-change.ts';
import { Language, TimeZone, text, title } from '../../fields.ts';
import { AUTOMATIC_MESSAGE_MAX } from '../../messages/automatic-message-limits.ts';
import { storableText } from '../../text/storable.ts';
import { WeeklyHours } from '../../workspace/weekly-hours.ts';
import { RetentionDays } from '../operator/tenants.ts';

/** Hours in which members answer. Stored as they are written. */
export const BusinessHours = asWritten(WeeklyHours);
export type BusinessHours = z.infer<typeof BusinessHours>;

const AutomaticMessage = text(AUTOMATIC_MESSAGE_MAX).nullable();
const Automatic = {
  business_hours: BusinessHours.nullable().describe('The hours in which members answer; null: always'),
  away_message: AutomaticMessage.describe('Sent outside of the business hours; null: nothing'),
  satisfaction_question: AutomaticMessage.describe('Sent after a conversation is resolved; null: nothing'),
};

/** The logo in base64: some 96 KB. */
const LOGO_BASE64_MAX = 131_072;

const SettingsView = z.object({
  slug: z.string(),
  name: z.string(),
  logo_version: z.string().nullable().describe('Changes with the logo; null: none'),
  language: Language.nullable().describe('Of members who chose none; null: that of their browser'),
  time_zone: z.string().nullable().describe('What forms suggest; null: that of the browser'),
  retention_days: z.int().nullable().describe('Null: that of the deployment'),
  deployment_retention_days: z.int().nullable().describe('The longest that an owner can choose; null: no limit'),
  ...Automatic,
});

/** Settings of the workspace (docs/reference/console.md#settings). */
export const getWorkspace = defineConsole({
  service: 'accounts',
  name: 'get-workspace',
  method: 'GET',
  summary: 'Settings of the workspace',
  permission: 'workspace.manage',
  input: z.object({}),
  output: SettingsView,
  errors: [],
});

export const updateWorkspace = defineConsole({
  service: 'accounts',
  name: 'update-workspace',
  method: 'POST',
  summary: 'Change the settings of the workspace',
  permission: 'workspace.manage',
  input: z.object({
    name: title(200).optional(),
    logo: z
      .base64('must be base64')
      .max(LOGO_BASE64_MAX)
      .nullable()
      .optional()
      .describe('A PNG of at most 256 by 256 pixels; null removes it'),
    language: Language.nullable().optional(),
    time_zone: TimeZone.nullable().optional(),
    retention_days: RetentionDays.optional(),
    business_hours: Automatic.business_hours.optional(),
    away_message: Automatic.away_message.optional(),
    satisfaction_question: Automatic.satisfaction_question.optional(),
  }),
  output: SettingsView,
  errors: [],
  audit: {
    fields: [
      'slug',
      'name',
      'language',
      'time_zone',
      'retention_days',
      'business_hours.time_zone',
      'business_hours.hours.days',
      'business_hours.hours.from',
      'business_hours.hours.to',
    ],
    change: changed(one(getWorkspace)),
  },
});

/** The logo of the workspace. The version is in `me`, so that a browser reads each logo once. */
export const getWorkspaceLogo = defineConsole({
  service: 'accounts',
  name: 'get-workspace-logo',
  method: 'GET',
  summary: 'The logo of the workspace',
  permission: 'home.read',
  input: z.object({ version: storableText(64) }),
  output: z.object({
    image: z.string().nullable().describe('data:image/png;base64,…; null: the version is outdated'),
  }),
  errors: [],
});
