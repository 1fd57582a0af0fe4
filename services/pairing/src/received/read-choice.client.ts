import type { Interactive } from '@parley/common/events';
import { textOf } from '@parley/providers/json-walk';
import { choice, readFormData } from '@parley/providers/read-choice';
import type { proto } from 'baileys';

/** The answer to a message of native flows: its parameters are JSON, with the id of the chosen button or row. */
function flowChoice({ body, nativeFlowResponseMessage }: proto.Message.IInteractiveResponseMessage): Interactive {
  const data = readFormData(nativeFlowResponseMessage?.paramsJson ?? null);
  const id = textOf(data?.id);
  const title = textOf(body?.text);
  return id === null
    ? choice('flow', { id: textOf(data?.flow_token), title, data })
    : choice('button', { id, title, data: null });
}

/**
 * The button, list row or form that a person chose, with the id that the sender of the message gave it; null when
 * nothing was chosen.
 */
export function readChoice(message: proto.IMessage): Interactive | null {
  const { buttonsResponseMessage, templateButtonReplyMessage, listResponseMessage, interactiveResponseMessage } =
    message;
  if (buttonsResponseMessage)
    return choice('button', {
      id: textOf(buttonsResponseMessage.selectedButtonId),
      title: textOf(buttonsResponseMessage.selectedDisplayText),
    });
  if (templateButtonReplyMessage)
    return choice('button', {
      id: textOf(templateButtonReplyMessage.selectedId),
      title: textOf(templateButtonReplyMessage.selectedDisplayText),
    });
  if (listResponseMessage) {
    const description = textOf(listResponseMessage.description);
    return choice('list', {
      id: textOf(listResponseMessage.singleSelectReply?.selectedRowId),
      title: textOf(listResponseMessage.title),
      data: description === null ? null : { description },
    });
  }
  return interactiveResponseMessage ? flowChoice(interactiveResponseMessage) : null;
}
