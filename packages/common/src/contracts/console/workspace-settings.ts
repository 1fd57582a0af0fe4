import { z } from 'zod';
import { defineConsole } from '../../define-contract.ts';
import { TimeZone, title } from '../../fields.ts';
import { RetentionDays } from '../operator/tenants.ts';
import { Language } from './my-account.ts';

const SettingsView = z.object({
  slug: z.string(),
  name: z.string(),
  language: Language.nullable().describe('Of members who chose none; null: that of their browser'),
  time_zone: z.string().nullable().describe('What forms suggest; null: that of the browser'),
  retention_days: z.int().nullable().describe('Null: that of the deployment'),
  deployment_retention_days: z.int().nullable().describe('The longest that an owner can choose; null: no limit'),
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
    language: Language.nullable().optional(),
    time_zone: TimeZone.nullable().optional(),
    retention_days: RetentionDays.optional(),
  }),
  output: SettingsView,
  errors: [],
});
