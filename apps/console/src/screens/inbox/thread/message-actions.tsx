import { Menu } from '@base-ui/react/menu';
import type { Channel } from '@parley/common/channels';
import { Copy, Pencil, Reply, SmilePlus, Trash2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTexts } from '../../../i18n/language-context.tsx';
import { threadTexts } from '../../../texts/conversation.ts';
import { CopyBlock } from '../../../ui/buttons/copy-block.tsx';
import { copyText } from '../../../ui/buttons/copy-text.ts';
import { Tooltip } from '../../../ui/buttons/tooltip.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import type { Message } from '../conversation/conversation.ts';
import type { AllowedActs } from './allowed-acts.ts';
import { DeleteDialog } from './delete-dialog.tsx';

const ACTION = 'grid size-9 place-items-center rounded-lg hover:bg-raised aria-expanded:bg-raised';

const Action = ({ label, children, ...rest }: { label: string; children: ReactNode } & ComponentProps<'button'>) => (
  <Tooltip label={label}>
    <button type="button" aria-label={label} className={ACTION} {...rest}>
      {children}
    </button>
  </Tooltip>
);

interface PickerProps {
  emojis: readonly string[];
  /** The account's own reaction. */
  chosen: string | null;
  onPick: (emoji: string | null) => void;
}

/** A short list of reactions; the chosen one is removed by picking it again. */
function ReactionPicker({ emojis, chosen, onPick }: PickerProps) {
  const t = useTexts(threadTexts);
  const shown = chosen === null || emojis.includes(chosen) ? emojis : [chosen, ...emojis];
  return (
    <Menu.Root orientation="horizontal">
      <Tooltip label={t('react')}>
        <Menu.Trigger aria-label={t('react')} className={ACTION}>
          <SmilePlus aria-hidden className="size-4" />
        </Menu.Trigger>
      </Tooltip>
      <Menu.Portal>
        <Menu.Positioner side="top" sideOffset={4} className="z-50">
          <Menu.Popup className="flex rounded-full border border-line bg-surface p-1 shadow-float">
            {shown.map((emoji) => (
              <Menu.Item
                key={emoji}
                aria-label={emoji === chosen ? t('unreact', { emoji }) : t('react_with', { emoji })}
                onClick={() => onPick(emoji === chosen ? null : emoji)}
                className={`grid size-10 place-items-center rounded-full text-xl data-[highlighted]:bg-raised ${emoji === chosen ? 'bg-accent-soft' : ''}`}
              >
                <span aria-hidden>{emoji}</span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

interface Props {
  message: Message;
  allowed: AllowedActs;
  isOurs: boolean;
  reaction: string | null;
  emojis: readonly string[];
  onReact: (message: Message, emoji: string | null) => void;
  onQuote: (message: Message) => void;
  onEdit: (message: Message) => void;
  onDeleted: (messageId: string) => void;
  channel: Channel;
}

/** The actions of one message, above its corner. */
export function MessageActions(props: Props) {
  const { channel, message, allowed, isOurs, reaction, emojis, onReact, onQuote, onEdit, onDeleted } = props;
  const t = useTexts(threadTexts);
  const [isDeleting, setDeleting] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const copy = async (): Promise<void> => setRefused(!(await copyText(message.text)));
  return (
    <>
      <div
        role="toolbar"
        aria-label={t('to_actions')}
        className={`absolute -top-8 z-10 flex rounded-lg border border-line bg-surface p-0.5 text-ink shadow-md ${isOurs ? 'end-0' : 'start-0'}`}
      >
        {allowed.react && (
          <ReactionPicker emojis={emojis} chosen={reaction} onPick={(emoji) => onReact(message, emoji)} />
        )}
        {allowed.quote && (
          <Action label={t('quote')} onClick={() => onQuote(message)}>
            <Reply aria-hidden className="size-4 rtl:-scale-x-100" />
          </Action>
        )}
        {allowed.copy && (
          <Action label={t('copy')} onClick={() => void copy()}>
            <Copy aria-hidden className="size-4" />
          </Action>
        )}
        {allowed.edit && (
          <Action label={t('edit')} onClick={() => onEdit(message)}>
            <Pencil aria-hidden className="size-4" />
          </Action>
        )}
        {allowed.remove && (
          <Action label={t('remove')} onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden className="size-4" />
          </Action>
        )}
      </div>
      {isRefused && (
        <Dialog title={t('copy')} isOpen onClose={() => setRefused(false)}>
          <CopyBlock label={t('text')} value={message.text} isRefused />
        </Dialog>
      )}
      {isDeleting && (
        <DeleteDialog
          channel={channel}
          messageId={message.message_id}
          onClose={() => setDeleting(false)}
          onDeleted={onDeleted}
        />
      )}
    </>
  );
}
