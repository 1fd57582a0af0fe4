import type { Channel } from '@parley/common/channels';
import { useEffect, useRef, useState } from 'react';
import { mutate, OperationError } from '../../../api/call-gateway.ts';
import { pause } from '../../../api/pause.ts';
import { useSession } from '../../../shell/session-context.tsx';
import { type DraftFile, readDraftFile } from './draft-file.ts';
import { uploadFile } from './upload-file.ts';

/** Why a file cannot be attached: a refusal of the channel, or an error of the server. */
export type FileProblem = { refusal: 'type' | 'size' } | { code: string; message: string };

export interface AttachedFile {
  /** Completely uploaded: it can be sent. */
  ready: DraftFile | null;
  /** The upload in progress. */
  loading: { name: string; size: number; received: number } | null;
  problem: FileProblem | null;
  /** Takes the first file only, in place of the previous one. */
  choose(files: Iterable<File> | null, how?: { isVoice: boolean }): void;
  remove(): void;
}

const PASSING = new Set(['unreachable', 'service_unavailable', 'rate_limited']);

/** The bytes as base64, by the browser's own means. */
const toBase64 = (piece: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
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
  const clear = (): void => {
    current.current = null;
    setReady(null);
    setLoading(null);
    setProblem(null);
  };

  async function upload(file: File, isVoice: boolean): Promise<void> {
    const own = Symbol(file.name);
    current.current = own;
    const isStopped = (): boolean => current.current !== own;
    const { name, size } = file;
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
      if (isStopped() || uploaded === 'stopped') return;
      if ('refusal' in uploaded) setProblem(uploaded);
      else {
        const { upload_id: uploadId, filename } = uploaded.upload;
        setReady({ uploadId, name: filename, size, at: Date.now(), ...(isVoice ? { isVoice } : {}) });
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
    choose(files, { isVoice } = { isVoice: false }) {
      const [file] = files ?? [];
      if (!file) return;
      clear();
      if (file.size === 0) setProblem({ refusal: 'type' });
      else void upload(file, isVoice);
    },
    remove: clear,
  };
}
