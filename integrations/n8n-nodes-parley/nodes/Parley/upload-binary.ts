import type { IExecuteFunctions } from 'n8n-workflow';
import { callParley } from './call-parley';

/** Uploads the file in a field of an item; returns its upload_id, which a send takes. */
export async function uploadBinary(
  context: IExecuteFunctions,
  item: number,
  field: string,
  idempotencyKey: string,
): Promise<string> {
  const { fileName } = context.helpers.assertBinaryData(item, field);
  const body = await context.helpers.getBinaryDataBuffer(item, field);
  const input = fileName ? { name: fileName } : {};
  const uploaded = await callParley(context, { action: 'upload', method: 'POST', input, body, idempotencyKey });
  return String(uploaded.upload_id);
}
