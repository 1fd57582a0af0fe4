import { Popover } from '@base-ui/react/popover';
import type { ComponentProps } from 'react';
import { useList } from '../../../api/use-operations.ts';
import { CHANNEL_CODES } from '../../../i18n/channel-codes.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { useSession } from '../../../shell/session/session-context.tsx';
import { inboxTexts, teamTexts } from '../../../texts/inbox.ts';
import { filterTexts } from '../../../texts/inbox-more.ts';
import { channelTexts } from '../../../texts/shell.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Tooltip } from '../../../ui/buttons/tooltip.tsx';
import { CheckField, SelectField } from '../../../ui/fields/field.tsx';
import { ChoiceField } from '../../../ui/fields/kinds-of-field.tsx';
import { LabelFilter } from '../labels/label-filter.tsx';
import { FIRST_FILTER, type Filter, isSame, withFilter } from './filters.ts';

/** The empty choice is every state, and every channel. */
const STATES = ['', 'open', 'snoozed', 'resolved', 'archived'] as const;
const CHANNELS = ['', ...CHANNEL_CODES] as const;

interface Props {
  button: ComponentProps<typeof Popover.Trigger>;
  filter: Filter;
  namesOf: ReadonlyMap<string, string>;
  isDense: boolean;
  onDense: (isDense: boolean) => void;
  onChange: (filter: Filter) => void;
}

/** All filters of the list, and the choice of compact rows; open when it is first shown. */
export function FilterPopover({ button, filter, namesOf, isDense, onDense, onChange }: Props) {
  const t = useTexts(inboxTexts);
  const ofFilters = useTexts(filterTexts);
  const ofTeams = useTexts(teamTexts);
  const { data: teams = [] } = useList('list-teams', {});
  const channelName = useTexts(channelTexts);
  const { member } = useSession();
  const change = <K extends keyof Filter>(name: K, value: Filter[K]): void => onChange(withFilter(filter, name, value));
  return (
    <Popover.Root defaultOpen>
      <Tooltip label={t('filters')}>
        <Popover.Trigger {...button} />
      </Tooltip>
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={4} className="z-40">
          <Popover.Popup
            aria-label={t('filters')}
            className="grid w-72 gap-3 rounded-lg border border-line bg-surface p-3 text-ink shadow-float"
          >
            <ChoiceField
              label={ofFilters('state')}
              values={STATES}
              value={filter.status ?? ''}
              textOf={(state) => t(state || 'all')}
              onChoose={(state) => change('status', state || undefined)}
            />
            <ChoiceField
              label={ofFilters('channel')}
              values={CHANNELS}
              value={filter.channel ?? ''}
              textOf={(channel) => (channel ? channelName(channel) : ofFilters('all_channels'))}
              onChoose={(channel) => change('channel', channel || undefined)}
            />
            <SelectField
              label={ofFilters('assignee')}
              value={filter.assignee ?? ''}
              onChoose={(value) => change('assignee', value || undefined)}
              choices={[
                { value: '', text: ofFilters('everybody') },
                ...(member ? [{ value: member.id, text: t('me') }] : []),
                { value: 'none', text: ofFilters('nobody') },
                ...teams.map(({ id: value, name }) => ({ value, text: ofTeams('team', { name }) })),
                ...[...namesOf].filter(([id]) => id !== member?.id).map(([value, text]) => ({ value, text })),
              ]}
            />
            <LabelFilter value={filter.label} onChoose={(label) => change('label', label)} />
            <CheckField
              label={ofFilters('only_unread')}
              checked={filter.unread === true}
              onChange={(event) => change('unread', event.target.checked || undefined)}
            />
            <CheckField
              label={ofFilters('dense')}
              checked={isDense}
              onChange={(event) => onDense(event.target.checked)}
            />
            {!isSame(filter, FIRST_FILTER) && (
              <Button onClick={() => onChange(FIRST_FILTER)}>{t('clear_filters')}</Button>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
