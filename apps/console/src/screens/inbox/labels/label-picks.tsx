import { Link } from '@tanstack/react-router';
import { useList } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { isAllowed, useSession } from '../../../shell/session/session-context.tsx';
import { labelTexts } from '../../../texts/inbox.ts';
import { LabelDot } from '../../../ui/marks/label-chip.tsx';
import { Loading } from '../../../ui/page/loading.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import { PickList } from '../pick-list.tsx';

interface Props {
  /** The ids of the labels that are on; null: the list shows no state. */
  on: readonly string[] | null;
  onPick: (id: string, isOn: boolean) => void;
}

/** The labels of the workspace, to pick from. */
export function LabelPicks({ on, onPick }: Props) {
  const t = useTexts(labelTexts);
  const mayManage = isAllowed(useSession(), 'inbox.manage');
  const { data, error } = useList('list-labels', {});
  if (!data) return error ? <Problem error={error} /> : <Loading />;
  return (
    <>
      {data.length === 0 ? (
        <p>{`${t('none')}. ${mayManage ? '' : t('none_lead')}`}</p>
      ) : (
        <PickList
          label={t('find')}
          empty={t('no_match')}
          picks={data.map(({ id, title, color }) => ({
            id,
            title,
            content: (
              <>
                <LabelDot color={color} />
                <bdi className="truncate">{title}</bdi>
              </>
            ),
            ...(on === null ? {} : { isOn: on.includes(id) }),
          }))}
          onPick={({ id, isOn = false }) => onPick(id, isOn)}
        />
      )}
      {mayManage && (
        <Link to="/labels" className="justify-self-start text-accent underline">
          {t('manage')}
        </Link>
      )}
    </>
  );
}
