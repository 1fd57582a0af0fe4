import { BASE64_FILE_BYTES, upload } from '@parley/common/contracts/messages/upload';
import type { Contract } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { boundInput } from '@parley/common/input-bounds/bound-input';
import type { FastifyRequest } from 'fastify';
import type { IsIn } from '../addresses/address-network.ts';
import { type HeldBody, makeBodyRoom } from '../input/body-room.ts';
import { checkContentType, parseJsonObject, refuseCoding } from '../input/parse-json-body.ts';
import { discardRest, readBody } from '../input/read-body.ts';
import { allowLongBody, refuseLongBody } from '../input/require-arrival.ts';
import { type Fields, makeApiOperation, type Operation, type Perform } from '../pipeline/operation.ts';
import { FORM_MAX_BYTES, pourForm, pourRaw } from './pour-body.ts';
import { storeUpload, type UploadSource } from './store-upload.ts';

const MB = 1024 * 1024;
/** Base64 of the largest file, with line breaks. */
const JSON_MAX_BYTES = 23 * MB + 64 * 1024;
/** The limit of JSON bodies in memory; parsing one briefly takes about three times as much. */
const JSON_ROOM = { maxBytes: 48 * MB, maxBytesPerNetwork: 24 * MB };
/** Memory of a streamed file: a piece, and its form on the bus. */
const STREAM_BYTES = 2 * MB;
const STREAM_ROOM = { maxBytes: 128 * MB, maxBytesPerNetwork: 64 * MB };

const LARGER_FILES = 'send a larger file as multipart/form-data or as the body itself.';

/** The bytes of a body by its Content-Length; null: unknown. */
function lengthOf({ headers }: FastifyRequest): number | null {
  const length = Number(headers['content-length'] ?? Number.NaN);
  return Number.isSafeInteger(length) && length > 0 ? length : null;
}

const isForm = ({ headers }: FastifyRequest): boolean =>
  /^multipart\/form-data\s*(?:;|$)/i.test(headers['content-type']?.trim() ?? '');
const isJson = ({ headers }: FastifyRequest): boolean =>
  /^application\/json\s*(?:;|$)/i.test(headers['content-type']?.trim() ?? '');

/** A body that is a form with the file, or the file itself. */
function sourceOf(request: FastifyRequest, given: string | null): UploadSource {
  const { raw } = request;
  const length = lengthOf(request);
  if (!isForm(request))
    return {
      field: 'body',
      atLeast: length ?? 0,
      atMost: length,
      pour: async (sink) => {
        await pourRaw(raw, sink);
        return given;
      },
    };
  return {
    field: 'file',
    atLeast: Math.max(0, (length ?? 0) - FORM_MAX_BYTES),
    atMost: length,
    pour: async (sink) => {
      const named = await pourForm(raw, sink);
      return given ?? named;
    },
  };
}

const nameIn = ({ name }: Fields): string | null => (typeof name === 'string' ? name : null);

/** Stores the file of a parsed JSON body, also over MCP and tRPC. */
const storeJson: Perform = async (input, context) => {
  // safe: the pipeline parsed the input by the contract
  const bytes = decodeBase64(input.data as string, BASE64_FILE_BYTES);
  return storeUpload(
    {
      field: 'data',
      atLeast: bytes.length,
      atMost: bytes.length || null,
      pour: (sink) =>
        new Promise((resolve, reject) => {
          sink.once('error', reject).once('finish', () => resolve(nameIn(input)));
          sink.end(bytes);
        }),
    },
    context,
  );
};

/** The operation of a customer action whose fields were read already: an upload has its file in base64. */
export const makeActionOperation = (contract: Contract): Operation => ({
  ...makeApiOperation(contract),
  ...(contract.name === upload.name ? { perform: storeJson } : {}),
});

/** The uploads of one process, whose memory is bounded. */
export type Uploads = ReturnType<typeof makeUploads>;

/** Uploads over HTTP: raw bytes and forms are streamed, base64 in JSON is held. */
export function makeUploads(isShared: IsIn) {
  const jsonRoom = makeBodyRoom(JSON_ROOM, isShared);
  const streamRoom = makeBodyRoom(STREAM_ROOM, isShared);
  const held = new WeakMap<FastifyRequest, HeldBody>();

  async function readJson(request: FastifyRequest): Promise<Fields> {
    checkContentType(request.headers);
    const { raw, clientAddress: address } = request;
    let giveUp: (error: AppError) => void = () => {};
    const place = jsonRoom.enter({ address, giveWay: (error) => giveUp(error) });
    held.set(request, place);
    allowLongBody(raw);
    const onBegin = (given: typeof giveUp): void => {
      giveUp = given;
    };
    const body = await readBody(raw, JSON_MAX_BYTES, { take: place.take, onBegin }).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'payload_too_large')) throw error;
      throw new AppError('payload_too_large', {
        message: `${error.message} As JSON a file has at most ${BASE64_FILE_BYTES} bytes: ${LARGER_FILES}`,
      });
    });
    place.keep();
    return parseJsonObject(body);
  }

  const storeBody: Perform = async (input, context, request) => {
    const place = streamRoom.enter({ address: request.clientAddress, giveWay: () => {} });
    held.set(request, place);
    place.take(STREAM_BYTES);
    place.keep();
    allowLongBody(request.raw);
    try {
      return await storeUpload(sourceOf(request, nameIn(input)), context);
    } catch (error) {
      await discardRest(request.raw);
      refuseLongBody(request.raw);
      throw error;
    }
  };

  const asJson: Operation = { ...makeActionOperation(upload), readGiven: readJson };
  const asBytes: Operation = {
    ...makeApiOperation({ ...upload, input: boundInput(upload.input.pick({ name: true })) }),
    async readGiven({ headers }, query) {
      refuseCoding(headers);
      return query;
    },
    perform: storeBody,
  };
  return {
    /** The operation for the body of this request. */
    operationFor: (request: FastifyRequest): Operation => (isJson(request) ? asJson : asBytes),
    /** Reads a JSON body that may have a file in base64. */
    readJson,
    /** Call it when the request is answered. */
    leave: (request: FastifyRequest) => held.get(request)?.release(),
  };
}

const DATA_URL = /^data:[^,]{0,200};base64,/i;
const BREAKS = /[\r\n\t ]+/g;
const FOREIGN = /[^A-Za-z0-9+/]/;

/** The bytes of base64 with padding, or of a data: URL; line breaks are skipped. Errors: invalid_data. */
function decodeBase64(given: string, maxBytes: number): Buffer {
  const text = given.replace(DATA_URL, '').replaceAll(BREAKS, '');
  const end = text.endsWith('==') ? text.length - 2 : text.endsWith('=') ? text.length - 1 : text.length;
  const foreign = text.slice(0, end).search(FOREIGN);
  if (foreign >= 0)
    throw invalidField('data', `data must be base64 (A-Z, a-z, 0-9, + and /): character ${foreign + 1} is none of it.`);
  if (text.length % 4 !== 0)
    throw invalidField('data', 'data must be base64 with its padding: its length must be a multiple of 4.');
  if (Math.floor((end * 3) / 4) > maxBytes)
    throw invalidField(
      'data',
      `data must have at most ${maxBytes} bytes: send a larger file as multipart/form-data or as the body itself.`,
    );
  return Buffer.from(text, 'base64');
}
