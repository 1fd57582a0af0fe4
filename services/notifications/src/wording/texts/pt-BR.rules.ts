import { pluralsOf } from '@parley/common/languages/plural';
import type { FactData } from '@parley/common/workspace/notification-kinds';
import type { Catalogue } from './catalogue.rules.ts';

const plural = pluralsOf('pt-BR');

/** The reason why a bot stopped. */
const STOPPED: Record<FactData['bot_stopped']['reason'], string> = {
  key_refused: 'a chave de IA dele foi recusada',
  out_of_money: 'a conta da chave de IA dele está sem fundos',
  no_key: 'ele não tem chave de IA',
  no_credit: 'o crédito não cobre as respostas dele. Ele volta quando houver crédito',
  cap_reached: 'ele atingiu o limite',
  loop: 'em uma conversa ele responderia sem parar e está pausado nela',
};

export const ptBr: Catalogue = {
  kinds: {
    unattended: {
      heading: (count) =>
        plural(count, {
          one: 'Um cliente está esperando resposta',
          other: `${count} clientes estão esperando resposta`,
        }),
      line: (_data, { who, channel, at }) => `${who} (${channel}) está esperando desde ${at}.`,
    },
    hand_over: {
      heading: (count) =>
        plural(count, {
          one: 'O bot pede uma pessoa',
          other: `O bot pede uma pessoa em ${count} conversas`,
        }),
      line: (_data, { who, channel, at }) => `${who} (${channel}) aguarda a resposta de uma pessoa desde ${at}.`,
    },
    mention: {
      heading: (count) => plural(count, { one: 'Uma nota menciona você', other: `${count} notas mencionam você` }),
      line: ({ by }, { who, channel, at }) =>
        `${by === '' ? 'O operador' : by} mencionou você em uma nota da conversa com ${who} (${channel}) em ${at}.`,
    },
    channel_disconnected: {
      heading: (count) =>
        plural(count, { one: 'Um canal foi desconectado', other: `${count} canais foram desconectados` }),
      line: ({ account, reason }, { channel, at }) =>
        `${account} (${channel}) foi desconectado em ${at}: ${reason}. Nenhuma mensagem chega nem sai até que seja reconectado.`,
    },
    channel_ends_soon: {
      heading: (count) =>
        plural(count, { one: 'Um canal termina em breve', other: `${count} canais terminam em breve` }),
      line: ({ account, cause }, { channel, at }) =>
        cause === 'token'
          ? `A autorização de ${account} (${channel}) termina em ${at}. Conecte-o de novo no console antes disso: as conversas continuam.`
          : `O aplicativo WhatsApp Business de ${account} está há dias sem uso. Abra-o no celular antes de ${at}, ou o WhatsApp encerra a conexão.`,
    },
    low_credit: {
      heading: () => 'Seu crédito está acabando',
      line: ({ balance, threshold }, { at }) => `O crédito ficou abaixo de ${threshold} em ${at}; restam ${balance}.`,
    },
    webhook_failing: {
      heading: (count) => plural(count, { one: 'Um webhook está falhando', other: `${count} webhooks estão falhando` }),
      line: ({ label, reason }, { at }) =>
        reason === 'breaker'
          ? `O webhook de ${label} não recebe eventos desde ${at}. O envio será tentado novamente.`
          : `O webhook de ${label} foi pausado em ${at}, porque ${reason === 'gone' ? 'respondeu 410' : 'falhou por tempo demais'}. Os eventos dele ficam guardados.`,
    },
    bot_stopped: {
      heading: (count) => plural(count, { one: 'Um bot parou', other: `${count} bots pararam` }),
      line: ({ bot, reason }, { at }) => `${bot} parou em ${at}: ${STOPPED[reason]}.`,
    },
    provider_app_refused: {
      heading: () => 'Um provedor recusa o app',
      line: ({ provider, message }, { at }) => `${provider} recusou o app em ${at}: ${message}`,
    },
    disk_or_queue_growing: {
      heading: () => 'Pouco espaço em disco ou trabalho acumulado',
      line: ({ what, value }, { at }) =>
        what === 'disk'
          ? `Só restam ${value} livres no disco (visto em ${at}).`
          : `Mensagens, webhooks ou notificações aguardam há ${value} (visto em ${at}).`,
    },
  },
  digest: (count) => plural(count, { one: 'Seu dia: 1 notificação', other: `Seu dia: ${count} notificações` }),
  more: (count) => `… e mais ${count}.`,
  greeting: (name) => `Olá, ${name}!`,
  hello: 'Olá!',
  tenant: (name) => `Isto diz respeito a “${name}”.`,
  deployment: 'Isto diz respeito à sua instalação do Parley.',
  turnOff: {
    unattended: 'Não receber mais e-mails sobre clientes esperando',
    hand_over: 'Não receber mais e-mails quando o bot pede uma pessoa',
    mention: 'Não receber mais e-mails sobre menções',
    channel_disconnected: 'Não receber mais e-mails sobre canais desconectados',
    channel_ends_soon: 'Não receber mais e-mails sobre canais que terminam em breve',
    low_credit: 'Não receber mais e-mails sobre crédito',
    webhook_failing: 'Não receber mais e-mails sobre webhooks',
    bot_stopped: 'Não receber mais e-mails sobre bots',
    provider_app_refused: 'Não receber mais e-mails sobre apps recusados',
    disk_or_queue_growing: 'Não receber mais e-mails sobre disco e fila',
  },
  turnAllOff: 'Não receber nenhum e-mail',
  someone: 'Um cliente',
  confirm: {
    subject: 'Confirme seu e-mail',
    text: (tenant) =>
      `Um espaço de trabalho que se identifica como “${tenant}” quer avisar você por e-mail sobre o que acontece nele. Abra o link para aceitar.`,
    deployment:
      'Uma instalação do Parley quer avisar você por e-mail sobre o que acontece nela. Abra o link para aceitar.',
    button: 'Confirmar o e-mail',
    ignore: 'Se você não esperava este e-mail, não faça nada: sem o link, você não receberá outro.',
    code: (code) => `${code} é seu código para receber notificações do Parley.`,
  },
  account: {
    invitation: {
      heading: 'Você recebeu um convite para o Parley',
      about: (workspace) =>
        `Um espaço de trabalho que se identifica como “${workspace}” convida você. Abra o link para escolher um nome e uma senha.`,
      button: 'Aceitar o convite',
      notice: 'O link é válido por 7 dias e funciona uma vez. Se você não esperava este e-mail, ignore-o.',
    },
    password_reset: {
      heading: 'Defina uma nova senha',
      about: () => 'Alguém, provavelmente você, pediu uma nova senha para esta conta.',
      button: 'Definir nova senha',
      notice:
        'O link é válido por uma hora e funciona uma vez. Se você não fez este pedido, ignore este e-mail: sua senha não muda.',
    },
  },
  push: { message: 'Nova mensagem', mention: 'Um colega mencionou você' },
};
