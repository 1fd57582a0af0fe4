import type { Channel } from '@parley/common/channels';
import { Mic, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { formatClock } from '../../../../i18n/format-clock.ts';
import { useTexts } from '../../../../i18n/language-context.tsx';
import { composeTexts } from '../../../../texts/conversation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { recordingForm } from './recording-form.ts';
import type { Recorder } from './use-recorder.ts';

/** A page that was loaded without TLS has no microphone. */
const isRecorded = (type: string): boolean =>
  'mediaDevices' in navigator && 'MediaRecorder' in window && MediaRecorder.isTypeSupported(type);

/** Begins a recording; absent where the channel or the browser has none. */
export function RecordButton({ channel, recorder }: { channel: Channel; recorder: Recorder }) {
  const t = useTexts(composeTexts);
  const form = useMemo(() => recordingForm(channel, isRecorded), [channel]);
  if (!form) return null;
  return (
    <IconButton
      label={t('record')}
      icon={Mic}
      iconClass="size-5"
      disabled={recorder.elapsedMs !== null}
      onClick={() => void recorder.start(form)}
    />
  );
}

/** The running recording, or why there is none. */
export function RecordingBar({ recorder: { elapsedMs, problem, finish, drop } }: { recorder: Recorder }) {
  const t = useTexts(composeTexts);
  if (problem)
    return (
      <p role="alert" className="rounded-lg bg-bad-soft px-3 py-2 text-bad">
        {t(problem)}
      </p>
    );
  if (elapsedMs === null) return null;
  return (
    <div className="flex items-center gap-2 rounded-lg border border-line bg-raised px-3 py-1">
      <span aria-hidden className="size-3 shrink-0 animate-pulse rounded-full bg-bad" />
      <span className="me-auto tabular-nums">{t('recording', { time: formatClock(elapsedMs / 1000) })}</span>
      <IconButton label={t('record_drop')} icon={Trash2} onClick={drop} />
      <Button onClick={finish}>{t('record_stop')}</Button>
    </div>
  );
}
