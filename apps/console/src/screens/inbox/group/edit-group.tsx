import { useChange } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { groupTexts } from '../../../texts/inbox-more.ts';
import { uiTexts } from '../../../texts/shell.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { CheckField, SelectField, TextArea, TextField } from '../../../ui/fields/field.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { visibleText } from '../../../ui/text/visible-text.ts';
import type { Group, GroupPlace } from './group-of.ts';

const RULES = ['only_admins_send', 'only_admins_edit', 'members_add', 'approve_joins'] as const;
const TIMES = [0, 86_400, 604_800, 7_776_000] as const;

interface Props {
  place: GroupPlace;
  group: Group;
  isAdmin: boolean;
  onClose: () => void;
}

/** The change that gives a group this description. */
const describedAs = (description: string) =>
  description.trim() === '' ? { remove: ['description' as const] } : { description };

/** Changes subject, description and, for an admin, settings of a group: only what differs is sent. */
export function EditGroup({ place, group, isAdmin, onClose }: Props) {
  const t = useTexts(groupTexts);
  const ui = useTexts(uiTexts);
  const update = useChange('update-group', { refreshes: ['get-group'] });
  const submit = (form: FormData): void => {
    const subject = String(form.get('subject') ?? '');
    const description = String(form.get('description') ?? '');
    const time = TIMES.find((one) => String(one) === form.get('disappearing_s'));
    const rules = RULES.filter((rule) => form.has(rule) !== group.settings[rule]);
    const isTimeChanged = time !== undefined && time !== group.settings.disappearing_s;
    const settings = {
      ...Object.fromEntries(rules.map((rule) => [rule, form.has(rule)])),
      ...(isTimeChanged ? { disappearing_s: time } : {}),
    };
    update.mutate(
      {
        ...place,
        ...(subject === group.subject ? {} : { subject }),
        ...(description === (group.description ?? '') ? {} : describedAs(description)),
        ...(isAdmin && Object.keys(settings).length > 0 ? { settings } : {}),
      },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog title={t('edit')} isOpen onClose={onClose}>
      <Form action={ui('save')} change={update} of="group" onSubmit={submit}>
        <TextField
          label={t('subject')}
          name="subject"
          dir="auto"
          maxLength={100}
          required
          defaultValue={visibleText(group.subject) ?? ''}
        />
        <TextArea
          label={t('description')}
          name="description"
          maxLength={2048}
          defaultValue={visibleText(group.description) ?? ''}
        />
        {isAdmin && (
          <>
            {RULES.map((rule) => (
              <CheckField key={rule} label={t(rule)} name={rule} defaultChecked={group.settings[rule]} />
            ))}
            <SelectField
              label={t('disappearing')}
              name="disappearing_s"
              defaultValue={String(group.settings.disappearing_s)}
              choices={TIMES.map((one) => ({ value: String(one), text: t(`after_${one}`) }))}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
