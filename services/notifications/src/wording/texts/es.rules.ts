import { pluralsOf } from '@parley/common/languages/plural';
import type { FactData } from '@parley/common/workspace/notification-kinds';
import type { Catalogue } from './catalogue.rules.ts';

const plural = pluralsOf('es');

/** The reason why a bot stopped. */
const STOPPED: Record<FactData['bot_stopped']['reason'], string> = {
  key_refused: 'su clave de IA fue rechazada',
  out_of_money: 'la cuenta de su clave de IA se quedó sin fondos',
  no_key: 'no tiene clave de IA',
  no_credit: 'el crédito no alcanza para sus respuestas. Se reanuda cuando se agregue crédito',
  cap_reached: 'alcanzó su límite',
  loop: 'en una conversación respondería sin fin, y allí está en pausa',
};

export const es: Catalogue = {
  kinds: {
    unattended: {
      heading: (count) =>
        plural(count, {
          one: 'Un cliente espera una respuesta',
          other: `${count} clientes esperan una respuesta`,
        }),
      line: (_data, { who, channel, at }) => `${who} (${channel}) espera desde el ${at}.`,
    },
    hand_over: {
      heading: (count) =>
        plural(count, {
          one: 'El bot transfiere a una persona',
          other: `El bot transfiere ${count} conversaciones a una persona`,
        }),
      line: (_data, { who, channel, at }) => `${who} (${channel}) espera la respuesta de una persona desde el ${at}.`,
    },
    mention: {
      heading: (count) =>
        plural(count, { one: 'Te mencionaron en una nota', other: `Te mencionaron en ${count} notas` }),
      line: ({ by }, { who, channel, at }) =>
        `${by === '' ? 'El operador' : by} te mencionó en una nota sobre la conversación con ${who} (${channel}) el ${at}.`,
    },
    channel_disconnected: {
      heading: (count) => plural(count, { one: 'Se desconectó un canal', other: `Se desconectaron ${count} canales` }),
      line: ({ account, reason }, { channel, at }) =>
        `${account} (${channel}) se desconectó el ${at}: ${reason}. No entran ni salen mensajes hasta que se vuelva a conectar.`,
    },
    channel_ends_soon: {
      heading: (count) => plural(count, { one: 'Un canal termina pronto', other: `${count} canales terminan pronto` }),
      line: ({ account, cause }, { channel, at }) =>
        cause === 'token'
          ? `La autorización de ${account} (${channel}) termina el ${at}. Vuelve a conectarlo antes en la consola: sus conversaciones se conservan.`
          : `La aplicación WhatsApp Business de ${account} lleva días sin usarse. Ábrela en el teléfono antes del ${at} o WhatsApp terminará la conexión.`,
    },
    low_credit: {
      heading: () => 'Queda poco crédito',
      line: ({ balance, threshold }, { at }) => `El crédito bajó de ${threshold} el ${at}; quedan ${balance}.`,
    },
    webhook_failing: {
      heading: (count) => plural(count, { one: 'Un webhook está fallando', other: `${count} webhooks están fallando` }),
      line: ({ label, reason }, { at }) =>
        reason === 'breaker'
          ? `El webhook de ${label} no acepta eventos desde el ${at}. Se vuelven a intentar.`
          : `El webhook de ${label} se puso en pausa el ${at} porque ${reason === 'gone' ? 'respondió 410' : 'falló durante demasiado tiempo'}. Sus eventos se conservan.`,
    },
    bot_stopped: {
      heading: (count) => plural(count, { one: 'Se detuvo un bot', other: `Se detuvieron ${count} bots` }),
      line: ({ bot, reason }, { at }) => `${bot} se detuvo el ${at}: ${STOPPED[reason]}.`,
    },
    provider_app_refused: {
      heading: () => 'Un proveedor rechaza la app',
      line: ({ provider, message }, { at }) => `${provider} rechazó la app el ${at}: ${message}`,
    },
    disk_or_queue_growing: {
      heading: () => 'Falta espacio en disco o hay trabajo en espera',
      line: ({ what, value }, { at }) =>
        what === 'disk'
          ? `Solo quedan ${value} libres en el disco (visto el ${at}).`
          : `Hay mensajes, webhooks o avisos en espera desde hace ${value} (visto el ${at}).`,
    },
  },
  digest: (count) => plural(count, { one: 'Tu día: 1 aviso', other: `Tu día: ${count} avisos` }),
  more: (count) => `… y ${count} más.`,
  greeting: (name) => `Hola, ${name}:`,
  hello: 'Hola:',
  tenant: (name) => `Se trata de “${name}”.`,
  deployment: 'Se trata de tu instalación de Parley.',
  turnOff: {
    unattended: 'No recibir más correos sobre clientes que esperan',
    hand_over: 'No recibir más correos cuando el bot transfiere a una persona',
    mention: 'No recibir más correos sobre menciones',
    channel_disconnected: 'No recibir más correos sobre canales desconectados',
    channel_ends_soon: 'No recibir más correos sobre canales que terminan pronto',
    low_credit: 'No recibir más correos sobre el crédito',
    webhook_failing: 'No recibir más correos sobre webhooks',
    bot_stopped: 'No recibir más correos sobre bots',
    provider_app_refused: 'No recibir más correos sobre apps rechazadas',
    disk_or_queue_growing: 'No recibir más correos sobre el disco y la cola',
  },
  turnAllOff: 'No recibir ningún correo',
  someone: 'Un cliente',
  confirm: {
    subject: 'Confirma tu correo electrónico',
    text: (tenant) =>
      `Un espacio de trabajo que se llama a sí mismo “${tenant}” quiere avisarte por correo de lo que ocurre en él. Abre el enlace para aceptarlo.`,
    deployment:
      'Una instalación de Parley quiere avisarte por correo de lo que ocurre en ella. Abre el enlace para aceptarlo.',
    button: 'Confirmar la dirección',
    ignore: 'Si no esperabas este correo, no hagas nada: sin el enlace no recibirás ningún otro.',
    code: (code) => `${code} es tu código para recibir avisos de Parley.`,
  },
  account: {
    invitation: {
      heading: 'Te invitaron a Parley',
      about: (workspace) =>
        `Un espacio de trabajo que se llama a sí mismo “${workspace}” te invita. Abre el enlace para elegir un nombre y una contraseña.`,
      button: 'Unirse al espacio de trabajo',
      notice: 'El enlace es válido durante 7 días y funciona una sola vez. Si no esperabas este correo, ignóralo.',
    },
    password_reset: {
      heading: 'Establece una contraseña nueva',
      about: () => 'Alguien, probablemente tú, pidió una contraseña nueva para esta cuenta.',
      button: 'Establecer contraseña',
      notice:
        'El enlace es válido durante una hora y funciona una sola vez. Si no lo pediste, ignora este correo: tu contraseña no cambia.',
    },
  },
  push: { message: 'Mensaje nuevo', mention: 'Un colega te mencionó' },
};
