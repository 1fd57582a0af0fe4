import {
  type IBinaryKeyData,
  type IDataObject,
  type INodeExecutionData,
  type JsonObject,
  NodeApiError,
} from 'n8n-workflow';

/** The part of a trigger's context that a download needs. */
interface Downloader {
  getNode(): ConstructorParameters<typeof NodeApiError>[0];
  helpers: {
    httpRequest(options: object): Promise<unknown>;
    prepareBinaryData(data: Buffer, name?: string, mimeType?: string): Promise<IBinaryKeyData[string]>;
  };
}

/** Statuses of a file that is not kept any more; another attempt would not find it either. */
const GONE = ['404', '410'];

async function download(context: Downloader, url: string): Promise<Buffer | null> {
  try {
    return Buffer.from((await context.helpers.httpRequest({ url, encoding: 'arraybuffer' })) as ArrayBuffer);
  } catch (error) {
    const { httpCode, response } = error as { httpCode?: string; response?: { status?: number } };
    if (GONE.includes(String(httpCode ?? response?.status))) return null;
    throw new NodeApiError(context.getNode(), error as JsonObject, { message: 'An attachment cannot be downloaded' });
  }
}

/** The item of an event, with its files as `attachment_0`, `attachment_1` …, in the order of `data.attachments`. */
export async function withAttachments(caller: unknown, json: IDataObject): Promise<INodeExecutionData> {
  const context = caller as Downloader;
  const { attachments = [] } = (json.data ?? {}) as { attachments?: IDataObject[] };
  const binary: IBinaryKeyData = {};
  for (const [at, { url, filename, mime_type: type }] of attachments.entries()) {
    const file = typeof url === 'string' ? await download(context, url) : null;
    if (file === null) continue;
    const name = filename ? String(filename) : undefined;
    binary[`attachment_${at}`] = await context.helpers.prepareBinaryData(file, name, type ? String(type) : undefined);
  }
  return Object.keys(binary).length > 0 ? { json, binary } : { json };
}
