import { Menu } from '@base-ui/react/menu';
import { useNavigate } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import type { InputOf, OutputOf } from '../../api/operations.ts';
import { useChange, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { mentionsTexts } from '../../texts/shell-more.ts';
import { MenuPopup } from '../../ui/buttons/menu-popup.tsx';
import { Tooltip } from '../../ui/buttons/tooltip.tsx';
import { Ago } from '../../ui/marks/ago.tsx';
import { Problem } from '../../ui/problems/problem.tsx';

type Mention = OutputOf<'list-mentions'>['items'][number];

/** Replaces the id of the previous message where a note has none. */
const NO_MESSAGE = '0';

interface Props {
  /** The input of the bell's own list, which this menu shows. */
  asked: InputOf<'list-mentions'>;
  button: ComponentProps<typeof Menu.Trigger>;
  hint: string | undefined;
}

/** The menu of the bell, open when it is first shown: a mention opens its conversation at the note, and is read then. */
export function OpenedMentions({ asked, button, hint }: Props) {
  const t = useTexts(mentionsTexts);
  const navigate = useNavigate();
  const { data } = useOperation('list-mentions', asked);
  const read = useChange('mark-mentions-read', { refreshes: ['list-mentions'] });
  const open = ({ conversation_id: id, note_id: note, after_message_id: message }: Mention): void => {
    read.mutate({ conversation_id: id });
    void navigate({ to: '/inbox', search: { id, ...(message === NO_MESSAGE ? {} : { message }), note } });
  };
  return (
    <Menu.Root defaultOpen>
      <Tooltip label={hint ?? ''} isOn={hint !== undefined}>
        <Menu.Trigger {...button} />
      </Tooltip>
      <MenuPopup
        actions={data?.unread ? [{ title: t('read_all'), run: () => read.mutate({}) }] : []}
        offset={6}
        width="w-80 max-w-[90vw]"
      >
        <Problem error={read.error} />
        {data?.items.length === 0 && <p className="px-3 py-2 text-muted">{t('none')}</p>}
        {data?.items.map((mention) => (
          <Menu.Item
            key={mention.note_id}
            onClick={() => open(mention)}
            className="grid min-h-10 content-center rounded-lg px-3 py-2 data-[highlighted]:bg-raised"
          >
            <span className="flex items-baseline gap-2">
              <span className={`min-w-0 truncate ${mention.is_unread ? 'font-semibold' : ''}`}>
                {t('by', { author: mention.author?.name ?? t('operator'), name: mention.name })}
              </span>
              {mention.is_unread && <span className="shrink-0 text-xs font-semibold text-accent">{t('new')}</span>}
              <span className="ms-auto shrink-0 text-sm text-muted">
                <Ago at={mention.created_at} />
              </span>
            </span>
            <span className="line-clamp-2 text-sm [overflow-wrap:anywhere] text-muted">
              <bdi>{mention.text}</bdi>
            </span>
          </Menu.Item>
        ))}
      </MenuPopup>
    </Menu.Root>
  );
}
