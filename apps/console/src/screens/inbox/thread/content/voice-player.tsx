import { at as elementAt } from '@parley/common/at';
import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatClock } from '../../../../i18n/format-clock.ts';
import { useTexts } from '../../../../i18n/language-context.tsx';
import { threadTexts } from '../../../../texts/conversation.ts';
import { Tooltip } from '../../../../ui/buttons/tooltip.tsx';

const SPEEDS = [1, 1.5, 2] as const;

/** A recording from a microphone may have no known duration until it was played to its end. */
const isLength = (seconds: number): boolean => Number.isFinite(seconds) && seconds > 0;

/** Plays a voice note at a chosen speed; it loads on the first press. */
export function VoicePlayer({ path }: { path: string }) {
  const t = useTexts(threadTexts);
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(0);
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>(1);
  useEffect(() => {
    if (audio.current) audio.current.playbackRate = speed;
  }, [speed]);
  const toggle = (): void => {
    const { current } = audio;
    if (!current) return;
    current.playbackRate = speed;
    if (current.paused) current.play().catch(() => setBroken(true));
    else current.pause();
  };
  const faster = (): void => setSpeed(elementAt(SPEEDS, (SPEEDS.indexOf(speed) + 1) % SPEEDS.length));
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-2">
        {/* biome-ignore lint/a11y/useMediaCaption: people send no captions with what they say */}
        <audio
          ref={audio}
          src={path}
          preload="none"
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
          onEnded={() => setAt(0)}
          onError={() => setBroken(true)}
          onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
          onDurationChange={({ currentTarget }) => setLength(currentTarget.duration)}
        />
        <Tooltip label={isPlaying ? t('pause') : t('play')}>
          <button
            type="button"
            aria-label={isPlaying ? t('pause') : t('play')}
            onClick={toggle}
            className="grid size-10 shrink-0 place-items-center rounded-full bg-accent text-accent-ink"
          >
            {isPlaying ? <Pause aria-hidden className="size-5" /> : <Play aria-hidden className="size-5" />}
          </button>
        </Tooltip>
        <input
          type="range"
          dir="ltr"
          aria-label={t('position')}
          aria-valuetext={formatClock(at)}
          min={0}
          max={isLength(length) ? length : Math.max(at, 1)}
          step={0.1}
          value={at}
          disabled={!isLength(length)}
          onChange={({ currentTarget }) => {
            if (audio.current) audio.current.currentTime = Number(currentTarget.value);
          }}
          className="w-28 min-w-0 accent-accent"
        />
        <bdi dir="ltr" className="min-w-9 text-sm tabular-nums">
          {formatClock(isPlaying || at > 0 || !isLength(length) ? at : length)}
        </bdi>
        <button
          type="button"
          aria-label={t('speed', { speed })}
          onClick={faster}
          className="min-h-8 min-w-11 rounded-full border border-line bg-surface px-2 text-sm text-ink"
        >
          <bdi dir="ltr">{speed}×</bdi>
        </button>
      </div>
      {isBroken && <p className="text-sm">{t('unplayable')}</p>}
    </div>
  );
}
