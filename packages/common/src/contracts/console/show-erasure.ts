import { defineConsole } from '../../contract/define-console.ts';
import { ErasureReceipt, getErasure } from '../operator/erasures.ts';

/** The progress of an erasure in the workspace of the session (docs/reference/console.md#erasing-a-person). */
export const showErasure = defineConsole({
  service: 'accounts',
  name: 'show-erasure',
  method: 'GET',
  summary: 'The progress of an erasure in the workspace',
  permission: 'workspace.manage',
  input: getErasure.input,
  output: ErasureReceipt,
  errors: ['unknown_erasure'],
});
