import { useEffect, useRef, useState } from 'react';
import { useLatest } from '../../../../ui/use-latest.ts';
import type { RecordingForm } from './recording-form.ts';

/** Speech is clear at this rate. */
const BITS_PER_SECOND = 32_000;
/** Longest recording: about 7 MB. */
const MAX_MS = 30 * 60_000;
const TICK_MS = 500;

type RecorderProblem = 'mic_denied' | 'mic_missing' | 'record_failed';

export interface Recorder {
  /** Milliseconds since it began; null while nothing is recorded. */
  elapsedMs: number | null;
  problem: RecorderProblem | null;
  start(form: RecordingForm): Promise<void>;
  /** Ends the recording, and hands over its file. */
  finish(): void;
  /** Ends the recording without a file. */
  drop(): void;
}

const stopAll = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

const problemOf = (thrown: unknown): RecorderProblem =>
  thrown instanceof DOMException && thrown.name === 'NotAllowedError' ? 'mic_denied' : 'mic_missing';

const endingOf = ({ sent }: RecordingForm): string => (sent === 'audio/ogg' ? 'ogg' : 'm4a');

/** The file of a recording in the form that is sent. */
async function fileOf(parts: readonly Blob[], form: RecordingForm): Promise<File> {
  const recorded = new Blob([...parts], { type: form.sent });
  const isMoved = form.recorded.startsWith('audio/webm');
  const whole = isMoved ? await (await import('./webm-to-ogg.ts')).webmToOgg(recorded) : recorded;
  return new File([whole], `voice-message.${endingOf(form)}`, { type: form.sent });
}

/** Records the microphone; leaving the conversation ends it without a file. */
export function useRecorder(onFile: (file: File) => void): Recorder {
  const [startedAt, setStartedAt] = useState<number | null>(null);
  const [nowMs, setNowMs] = useState(0);
  const [problem, setProblem] = useState<RecorderProblem | null>(null);
  const current = useRef<MediaRecorder | null>(null);
  const isStarting = useRef(false);
  const isGone = useRef(false);
  const handOver = useLatest(onFile);
  const end = (recorder: MediaRecorder): void => {
    current.current = null;
    setStartedAt(null);
    if (recorder.state !== 'inactive') recorder.stop();
    stopAll(recorder.stream);
  };
  const drop = (): void => {
    const { current: recorder } = current;
    if (!recorder) return;
    recorder.onstop = null;
    end(recorder);
  };
  const finish = (): void => {
    if (current.current) end(current.current);
  };
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      const { current: recorder } = current;
      current.current = null;
      if (!recorder) return;
      recorder.onstop = null;
      stopAll(recorder.stream);
    };
  }, []);
  const isRecording = startedAt !== null;
  useEffect(() => {
    if (!isRecording) return;
    const ticking = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(ticking);
  }, [isRecording]);
  async function start(form: RecordingForm): Promise<void> {
    if (current.current || isStarting.current) return;
    isStarting.current = true;
    setProblem(null);
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      if (isGone.current) return stopAll(stream);
      const recorder = new MediaRecorder(stream, { mimeType: form.recorded, audioBitsPerSecond: BITS_PER_SECOND });
      const parts: Blob[] = [];
      recorder.ondataavailable = ({ data }) => void parts.push(data);
      recorder.onstop = () => {
        fileOf(parts, form).then(
          (file) => handOver.current(file),
          () => setProblem('record_failed'),
        );
      };
      recorder.start();
      current.current = recorder;
      setNowMs(Date.now());
      setStartedAt(Date.now());
    } catch (thrown) {
      setProblem(problemOf(thrown));
    } finally {
      isStarting.current = false;
    }
  }
  const elapsedMs = startedAt === null ? null : Math.max(0, nowMs - startedAt);
  const isTooLong = elapsedMs !== null && elapsedMs > MAX_MS;
  useEffect(() => {
    const { current: recorder } = current;
    if (isTooLong && recorder) end(recorder);
  });
  return { elapsedMs, problem, start, finish, drop };
}
