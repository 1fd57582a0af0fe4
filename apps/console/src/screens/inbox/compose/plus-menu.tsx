import type { Channel } from '@parley/common/channels';
import { CAPABILITIES, type Capabilities } from '@parley/common/messages/capabilities';
import { RICH_NAMES, type RichName } from '@parley/common/messages/rich-names';
import { Plus } from 'lucide-react';
import { memo } from 'react';
import { useTexts } from '../../../i18n/language-context.tsx';
import { composeTexts } from '../../../texts/conversation.ts';
import { ActionMenu } from '../../../ui/buttons/action-menu.tsx';

const canSend = (can: Capabilities, form: RichName): boolean => (form === 'buttons' ? can.replyButtons > 0 : can[form]);

/** The contents that the channel carries besides text and files; absent where it carries none. */
export const PlusMenu = memo(function PlusMenu({
  channel,
  onPick,
}: {
  channel: Channel;
  onPick: (form: RichName) => void;
}) {
  const t = useTexts(composeTexts);
  const offered = RICH_NAMES.filter((form) => canSend(CAPABILITIES[channel], form));
  if (offered.length === 0) return null;
  const actions = offered.map((form) => ({ id: form, title: t(form), run: () => onPick(form) }));
  return <ActionMenu label={t('add')} actions={actions} icon={Plus} />;
});
