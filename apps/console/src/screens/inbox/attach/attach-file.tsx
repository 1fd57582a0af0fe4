import type { Channel } from '@parley/common/channels';
import { describeTaken, endingsTaken } from '@parley/common/files/upload-rules';
import { Paperclip, X } from 'lucide-react';
import { useRef } from 'react';
import { useFormats, useTexts } from '../../../i18n/language-context.tsx';
import { attachTexts } from '../../../texts/conversation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { useReason } from '../../../ui/problems/problem.tsx';
import type { AttachedFile, FileProblem } from './use-attached-file.ts';

/** Opens the browser's file picker. */
export function AttachButton({ channel, file }: { channel: Channel; file: AttachedFile }) {
  const t = useTexts(attachTexts);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={t('attach')} icon={Paperclip} iconClass="size-5" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={endingsTaken(channel)}
        onChange={({ currentTarget }) => {
          file.choose(currentTarget.files);
          // Lets the same file be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

function useProblemText(channel: Channel): (problem: FileProblem) => string {
  const t = useTexts(attachTexts);
  const reasonOf = useReason();
  return (problem) => {
    if ('refusal' in problem)
      return t(problem.refusal === 'type' ? 'refused_type' : 'refused_size', { taken: describeTaken(channel) });
    if (problem.code === 'invalid_size') return t('too_large');
    return problem.code === 'upload_limit_reached' ? t('upload_limit_reached') : reasonOf(problem);
  };
}

/** The file of the answer: its progress, or why it cannot be sent. */
export function AttachedFileBar({ channel, file }: { channel: Channel; file: AttachedFile }) {
  const t = useTexts(attachTexts);
  const formats = useFormats();
  const textOf = useProblemText(channel);
  const { ready, loading, problem, preview, following } = file;
  const shown = loading ?? ready;
  return (
    <>
      {problem && (
        <p role="alert" className="rounded-lg bg-bad-soft px-3 py-2 text-bad">
          {textOf(problem)}
        </p>
      )}
      {shown && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and this has none
        <div
          role="group"
          aria-label={t('attached')}
          className="flex items-center gap-2 rounded-lg border border-line bg-raised px-3 py-1"
        >
          {preview && !loading ? (
            <img src={preview} alt="" className="h-12 max-w-24 shrink-0 rounded object-cover" />
          ) : (
            <Paperclip aria-hidden className="size-4 shrink-0" />
          )}
          <bdi className="min-w-0 truncate">{shown.name}</bdi>
          <span className="shrink-0 text-sm text-muted">{formats.number(Math.ceil(shown.size / 1000))} kB</span>
          {loading && (
            <progress
              aria-label={t('uploading', { name: loading.name })}
              max={loading.size}
              value={loading.received}
              className="ms-auto h-2 w-24 accent-accent"
            />
          )}
          <IconButton
            label={t('remove', { name: shown.name })}
            icon={X}
            className={loading ? '' : 'ms-auto'}
            onClick={file.remove}
          />
        </div>
      )}
      {following > 0 && (
        <p role="status" className="text-sm text-muted">
          {t('following', { count: following })}
        </p>
      )}
    </>
  );
}
