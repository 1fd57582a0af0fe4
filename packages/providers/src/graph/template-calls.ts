import { z } from 'zod';
import type { ReadResult } from '../sent/send-outcome.ts';
import type { GraphCaller } from './graph-call.ts';

const Made = z.looseObject({ id: z.string(), status: z.string().catch(''), category: z.string().catch('') });
const Done = z.looseObject({ success: z.literal(true) });
const Session = z.looseObject({ id: z.string().min(1) });
const Handle = z.looseObject({ h: z.string().min(1) });

/** A component as Meta takes and lists it. */
export type TemplateComponent = { type: string } & Record<string, unknown>;

export interface NewTemplate {
  name: string;
  language: string;
  category: string;
  parameterFormat: 'NAMED' | 'POSITIONAL';
  components: readonly TemplateComponent[];
}

/** A file for the review of a template. */
export interface SampleFile {
  bytes: Uint8Array;
  filename: string;
  mimeType: string;
}

/** The calls that change templates (docs/reference/wa.md#templates). */
export interface TemplateCalls {
  createTemplate(wabaId: string, token: string, template: NewTemplate): Promise<ReadResult<z.infer<typeof Made>>>;
  /** Replaces all components; `category` only where it changes. */
  updateTemplate(
    templateId: string,
    token: string,
    change: { category?: string; components: readonly TemplateComponent[] },
  ): Promise<ReadResult<unknown>>;
  /** Deletes the template with this id, or every language of the name. */
  deleteTemplate(wabaId: string, token: string, given: { name: string; id?: string }): Promise<ReadResult<unknown>>;
  /** Uploads a sample with the resumable upload API of the app; its handle names it in a header. */
  uploadSample(appId: string, token: string, file: SampleFile): Promise<ReadResult<string>>;
}

export const makeTemplateCalls = ({ read }: Pick<GraphCaller, 'read'>): TemplateCalls => ({
  createTemplate: (wabaId, token, { parameterFormat, ...template }) =>
    read(Made, {
      method: 'POST',
      path: `${encodeURIComponent(wabaId)}/message_templates`,
      token,
      body: { ...template, parameter_format: parameterFormat },
    }),
  updateTemplate: (templateId, token, change) =>
    read(Done, { method: 'POST', path: encodeURIComponent(templateId), token, body: change }),
  deleteTemplate: (wabaId, token, { name, id }) =>
    read(Done, {
      method: 'DELETE',
      path: `${encodeURIComponent(wabaId)}/message_templates`,
      token,
      query: { name, ...(id === undefined ? {} : { hsm_id: id }) },
    }),
  async uploadSample(appId, token, { bytes, filename, mimeType }) {
    const session = await read(Session, {
      method: 'POST',
      path: `${encodeURIComponent(appId)}/uploads`,
      token,
      query: { file_name: filename, file_length: String(bytes.length), file_type: mimeType },
    });
    if (!session.ok) return session;
    // The id of a session contains its own query: upload:MTph…?sig=ARZ…
    const [id = '', query = ''] = session.value.id.split('?', 2);
    const sent = await read(Handle, {
      method: 'POST',
      path: id.split('/').map(encodeURIComponent).join('/'),
      token,
      query: Object.fromEntries(new URLSearchParams(query)),
      headers: { authorization: `OAuth ${token}`, file_offset: '0', 'content-type': 'application/octet-stream' },
      body: bytes,
    });
    return sent.ok ? { ok: true, value: sent.value.h } : sent;
  },
});
