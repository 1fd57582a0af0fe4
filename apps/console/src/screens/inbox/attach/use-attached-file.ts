import type { Channel } from '@parley/common/channels';
import { useEffect, useRef, useState } from 'react';
import { mutate, OperationError } from '../../../api/call-gateway.ts';
import { pause } from '../../../api/pause.ts';
import { useSession } from '../../../shell/session/session-context.tsx';
import { type DraftFile, readDraftFile } from './draft-file.ts';
import { uploadFile } from './upload-file.ts';

/** The reason why a file cannot be attached: a refusal of the channel, or an error of the server. */
export type FileProblem = { refusal: 'type' | 'size' } | { code: string; message: string };

export interface AttachedFile {
  /** Completely uploaded: it can be sent. */
  ready: DraftFile | null;
  /** The upload in progress. */
  loading: { name: string; size: number; received: number } | null;
  problem: FileProblem | null;
  /** A small picture of it; null for other files, and after a reload. */
  preview: string | null;
  /** The number of chosen files that follow, each with an answer of its own. */
  following: number;
  /** Takes the place of the previous files. One that is refused leaves the attached one. */
  choose(files: Iterable<File> | null, how?: { isVoice: boolean }): void;
  /** Stops the upload, or removes the attached file. The next one follows. */
  remove(): void;
}

const PASSING = new Set(['unreachable', 'service_unavailable', 'rate_limited']);

/** The bytes as base64, by the browser's own means. */
const toBase64 = (piece: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const [, base64 = ''] = String(reader.result).split(',');
      resolve(base64);
    };
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(piece);
  });

const toProblem = (thrown: unknown): FileProblem => {
  if (!(thrown instanceof OperationError)) return { code: 'unreadable', message: String(thrown) };
  if (thrown.code === 'invalid_data') return { refusal: 'type' };
  return { code: thrown.code, message: thrown.message };
};

/** The uploaded file as stored in the browser, so that it survives a reload. */
function useKeptFile(conversationId: number): [DraftFile | null, (file: DraftFile | null) => void] {
  const { tenant, member } = useSession();
  const storedAs = ['parley.draft-file', tenant?.slug, member?.id, conversationId].join('.');
  const [file, setFile] = useState(() => readDraftFile(localStorage.getItem(storedAs), Date.now()));
  useEffect(() => {
    if (file === null) localStorage.removeItem(storedAs);
    else localStorage.setItem(storedAs, JSON.stringify(file));
  }, [file, storedAs]);
  return [file, setFile];
}

/** The file of the answer that is being written. */
export function useAttachedFile(conversationId: number, channel: Channel): AttachedFile {
  const [ready, setReady] = useKeptFile(conversationId);
  const [loading, setLoading] = useState<AttachedFile['loading']>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  /** The running upload; starting another one, or leaving the conversation, stops it. */
  const current = useRef<symbol | null>(null);
  useEffect(
    () => () => {
      current.current = null;
    },
    [],
  );
  const [preview, setPreview] = useState<string | null>(null);
  const queue = useRef<readonly File[]>([]);
  const [following, setFollowing] = useState(0);
  /** Uploads the next of the chosen files. */
  function next(isVoice = false): void {
    const [file, ...rest] = queue.current;
    queue.current = rest;
    setFollowing(rest.length);
    if (file) void upload(file, isVoice);
  }

  async function upload(file: File, isVoice: boolean): Promise<void> {
    const own = Symbol(file.name);
    current.current = own;
    const isStopped = (): boolean => current.current !== own;
    const { name, size } = file;
    if (size === 0) {
      setProblem({ refusal: 'type' });
      next();
      return;
    }
    setLoading({ name, size, received: 0 });
    try {
      const uploaded = await uploadFile(file, channel, {
        begin: (input) => mutate('begin-upload', input),
        addPiece: (input) => mutate('add-upload-piece', input),
        toBase64,
        isPassing: (error) => error instanceof OperationError && PASSING.has(error.code),
        pause,
        onProgress: (received) => isStopped() || setLoading({ name, size, received }),
        isStopped,
        isVoice,
      });
      const shown = await makePreview(file);
      if (isStopped() || uploaded === 'stopped') return;
      if ('refusal' in uploaded) {
        setProblem(uploaded);
        setLoading(null);
        next();
        return;
      } else {
        const { upload_id: uploadId, filename } = uploaded.upload;
        setReady({ uploadId, name: filename, size, at: Date.now(), ...(isVoice ? { isVoice } : {}) });
        setPreview(shown);
      }
    } catch (thrown) {
      if (isStopped()) return;
      setProblem(toProblem(thrown));
    }
    setLoading(null);
  }

  return {
    ready,
    loading,
    problem,
    preview,
    following,
    choose(files, { isVoice } = { isVoice: false }) {
      const chosen = [...(files ?? [])];
      if (chosen.length === 0) return;
      current.current = null;
      queue.current = chosen;
      setLoading(null);
      setProblem(null);
      next(isVoice);
    },
    remove() {
      current.current = null;
      if (loading === null) {
        setReady(null);
        setPreview(null);
      }
      setLoading(null);
      setProblem(null);
      next();
    },
  };
}

const SHOWN = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
const SIDE_PX = 96;
/** Decoding a larger file takes too long for a preview. */
const BYTES_MAX = 20_000_000;

/** A small picture of a picture, as an address that the content security policy allows; null for other files. */
async function makePreview(file: File): Promise<string | null> {
  if (!SHOWN.includes(file.type) || file.size > BYTES_MAX) return null;
  try {
    const picture = await createImageBitmap(file, { resizeHeight: SIDE_PX, resizeQuality: 'medium' });
    const canvas = document.createElement('canvas');
    canvas.width = Math.min(picture.width, 2 * SIDE_PX);
    canvas.height = picture.height;
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    picture.close();
    return canvas.toDataURL('image/webp');
  } catch {
    // It is no picture: the upload reports it.
    return null;
  }
}
