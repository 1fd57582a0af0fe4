import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { stuckTexts } from '../../texts/stuck-webhooks.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { type ReplayOf, useReplay } from '../../ui/webhook/use-replay.ts';
import type { Lane } from './lane-state.tsx';

const replayOf = ({ tenant }: Lane): ReplayOf =>
  tenant === null ? { scope: 'deployment' } : { scope: 'any_tenant', slug: tenant };

/** Resumes a stuck webhook, and replays what failed since. */
export function LaneActions({ of }: { of: Lane }) {
  const t = useTexts(stuckTexts);
  const { instance_id: id, tenant, since } = of;
  const resume = useChange('resume-lane', { refreshes: ['list-stuck-lanes'] });
  const replay = useReplay(replayOf(of));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        aria-label={`${t('resume')}: ${id}`}
        disabled={resume.isPending}
        onClick={() => resume.mutate({ instance_id: id, ...(tenant === null ? {} : { slug: tenant }) })}
      >
        {t('resume')}
      </Button>
      <Button
        aria-label={`${t('replay')}: ${id}`}
        disabled={replay.isPending}
        onClick={() => replay.mutate({ instance_id: id, since })}
      >
        {t('replay')}
      </Button>
      <Problem error={resume.error ?? replay.error} />
    </div>
  );
}
