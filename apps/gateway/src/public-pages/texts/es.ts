import type { PageTexts } from './en.ts';

export const es: PageTexts = {
  /** Label of the language choice. */
  language: 'Idioma',
  /** Links a phone. */
  pair: {
    title: 'Vincular WhatsApp',
    forWhom: 'Para',
    choose: 'Elige cómo vincular',
    wayCode: 'Código de vinculación',
    wayQr: 'Código QR',
    phone: 'Tu número de WhatsApp',
    phoneHint: 'Con el código de país, por ejemplo,',
    getCode: 'Obtener el código',
    gettingCode: 'Obteniendo un código…',
    yourCode: 'Tu código',
    validFor: 'Válido durante',
    anotherCode: 'Obtener otro código',
    codeExpired: 'El código caducó. Obtén otro.',
    codeSteps: [
      'Abre WhatsApp en el teléfono que tiene este número.',
      'Abre Ajustes (en Android: ⋮) y, después, Dispositivos vinculados.',
      'Toca Vincular un dispositivo y, después, Vincular con el número de teléfono.',
      'Escribe este código.',
    ],
    qrAlt: 'Código QR para escanear con WhatsApp',
    qrLoading: 'Cargando el código QR…',
    qrRenews: 'El código QR se renueva solo.',
    qrShow: 'Mostrar el código QR',
    qrSteps: [
      'Abre WhatsApp en tu teléfono.',
      'Abre Ajustes (en Android: ⋮) y, después, Dispositivos vinculados.',
      'Toca Vincular un dispositivo y apunta con el teléfono a este código.',
    ],
    created: 'Aún sin vincular.',
    connecting: 'Conectando…',
    awaiting_pairing: 'Esperando a tu teléfono.',
    linking: 'Tu teléfono se está vinculando. Tarda un momento.',
    offline: 'Sin conexión. Intentando de nuevo…',
    linkedTitle: 'WhatsApp está vinculado',
    linkedText: 'Puedes cerrar esta página. Procura que el teléfono se conecte a internet de vez en cuando.',
    pausedTitle: 'En este momento no se puede vincular ningún teléfono',
    pausedText: 'Pregunta a quien te dio este enlace y vuelve a abrirlo.',
    overTitle: 'Este enlace ya no es válido',
    overText:
      'Si tu teléfono ya está vinculado, no tienes que hacer nada más. Si no, pide un enlace nuevo a quien te dio este.',
    failedTitle: 'No se pudo vincular',
    failedText: 'Pide un enlace nuevo a quien te dio este.',
    passkeyText:
      'WhatsApp pide a esta cuenta una clave de acceso que solo pueden comprobar sus propias aplicaciones. Los dispositivos ya vinculados siguen siendo válidos: no los elimines. Inténtalo de nuevo en unos días. Si otro sistema está vinculado a este teléfono, pregunta a quien te dio este enlace si esa vinculación puede trasladarse.',
    officialText: 'El número también puede conectarse a través de Meta, que no pide clave de acceso.',
    officialButton: 'Conectar a través de Meta',
    officialAsk:
      'El número también puede conectarse a través de Meta, que no pide clave de acceso: solicítalo a quien te dio este enlace.',
    officialTitle: 'El número está conectado',
    officialDone: 'Puedes cerrar esta página.',
    loggedOutTitle: 'El teléfono ya no está vinculado',
    invalidPhone: 'Escribe el número con su código de país.',
    tooMany: 'Demasiados intentos. Espera un minuto e inténtalo de nuevo.',
    refused: 'WhatsApp no dio ningún código. Revisa el número e inténtalo de nuevo.',
    unavailable: 'Esto no funciona en este momento. Inténtalo de nuevo en breve.',
    notice:
      'Quien te dio este enlace podrá leer y enviar mensajes de esta cuenta de WhatsApp. Vincula solo si confías en esa persona. Puedes terminarlo cuando quieras en el teléfono, en Dispositivos vinculados.',
    needsScript: 'Esta página necesita JavaScript.',
  },
  /** Precedes a provider's dialog. */
  connect: {
    title: { wa: 'Conectar WhatsApp', fb: 'Conectar Facebook', ig: 'Conectar Instagram', tt: 'Conectar TikTok' },
    asks: 'Quién lo pide',
    channel: 'Qué se conecta',
    accountKind: {
      wa: 'Tu número de WhatsApp Business',
      fb: 'Tus páginas de Facebook y las cuentas de Instagram vinculadas a ellas',
      ig: 'Tus cuentas de Instagram y las páginas de Facebook vinculadas a ellas',
      tt: 'Tu cuenta de TikTok',
    },
    returns: 'Después vuelves a',
    meaning:
      'En la página siguiente eliges qué pueden usar. Después podrán leer sus mensajes y comentarios, y responderlos.',
    continue: { wa: 'Continuar', fb: 'Continuar a Facebook', ig: 'Continuar a Facebook', tt: 'Continuar a TikTok' },
    ways: {
      facebook: {
        needs:
          'Elige Facebook si la cuenta de Instagram está vinculada a una página de Facebook que administras y quieres conectar también Messenger.',
        continue: 'Continuar a Facebook',
      },
      instagram: {
        needs: 'Solo necesitas tu cuenta de Instagram, si es de empresa o de creador.',
        continue: 'Continuar a Instagram',
        kind: 'Tu cuenta de Instagram',
      },
    },
    notice:
      'Continúa solo si sabes quién lo pide y quieres conectarle tu propia cuenta. Si recibiste este enlace sin esperarlo, cierra esta página.',
    needsCookie: 'Tu navegador tiene que guardar una cookie de esta página. Permite las cookies y continúa.',
  },
  /** Opens Meta's popup for a WhatsApp number. */
  signup: {
    lead: 'Se abre una ventana de Facebook. Elige en ella tu empresa y tu número.',
    login: 'Continuar con Facebook',
    ways: {
      app: {
        needs:
          'El número sigue en la aplicación y también se usa aquí. La aplicación puede compartir sus chats de los últimos meses.',
        login: 'Uso la aplicación WhatsApp Business en mi teléfono',
      },
      other: {
        needs:
          'O conecta otro número: es nuevo o ya pertenece a una cuenta de WhatsApp Business. No puede estar en una aplicación de un teléfono.',
      },
    },
    cancelled: 'La ventana se cerró antes de terminar. No se conectó nada.',
    refusedInPopup: 'WhatsApp no acepta el número:',
    noSdk: 'No se pudo cargar el script de Facebook. Permítelo en tu navegador y abre esta página de nuevo.',
    working: 'Conectando el número…',
    choose: '¿Qué número?',
    use: 'Conectar este número',
    pinTitle: 'PIN del número',
    pin: 'PIN de seis cifras',
    pinHint:
      'Si el número tiene un PIN de verificación en dos pasos, escríbelo. Si no, elige uno y guárdalo: WhatsApp lo pide cuando el número se traslada.',
    sixDigits: 'Escribe seis cifras.',
    wrongPin:
      'Este no es el PIN del número. Encontrarás el ajuste en el administrador de WhatsApp, en Verificación en dos pasos.',
    noAnswer: 'WhatsApp no respondió. Escribe el PIN otra vez.',
    register: 'Registrar el número',
    offline: 'Sin conexión. No se perdió nada.',
    again: 'Reintentar',
    stoppedTitle: 'El número no está conectado',
    stopped: {
      tooManyPins: 'Se probaron demasiados PIN. WhatsApp dice:',
      locked: (until) => `WhatsApp no acepta registrar este número antes del ${until}.`,
      notVerified:
        'WhatsApp no ha verificado el número. Abre el enlace de nuevo y verifícalo en la ventana de Facebook.',
      later: 'WhatsApp no puede registrar el número ahora. Abre el enlace de nuevo dentro de unos minutos.',
      refused: 'WhatsApp no registra el número. Dice:',
    },
    back: 'Volver',
    cancel: 'Cancelar y volver',
    needsScript: 'Esta página necesita JavaScript.',
  },
  removal: {
    title: 'Datos eliminados',
    disconnected: (at: string, count: string) =>
      `Tu solicitud del ${at} se cumplió: se desconectaron ${count} cuentas conectadas y se eliminó el acceso a ellas.`,
    nothing: (at: string) =>
      `Tu solicitud del ${at} se cumplió: ninguna cuenta estaba conectada con este inicio de sesión y no había acceso que eliminar.`,
    kept: 'Los mensajes y comentarios los conserva la empresa a la que escribiste o para la que trabajas; pídele que los elimine.',
    unknownTitle: 'Código desconocido',
    unknownText: 'Ninguna solicitud tiene este código. Abre la dirección que recibiste de Facebook o Instagram.',
  },
  /** The first page of a public demo. */
  demo: {
    title: 'Prueba Parley',
    what: 'Tendrás un espacio de trabajo propio, con los clientes de una panadería, y un teléfono de prueba en el que escribes como uno de ellos.',
    ends: (minutes) => `Se elimina al cabo de ${minutes} min, con todo lo que contiene.`,
    nothingLeaves: 'Ningún mensaje sale de esta máquina. No escribas nada confidencial.',
    button: 'Probar',
    full: (minutes) => `Todos los espacios de trabajo están en uso. El próximo se libera en ${minutes} min.`,
    tooMany: (minutes) =>
      `Se abrieron demasiados espacios de trabajo desde tu dirección. Vuelve a intentarlo en ${minutes} min.`,
    unavailable: 'No se pudo abrir el espacio de trabajo. Vuelve a intentarlo en un momento.',
  },
  /** Follows a link in a mail. */
  recipient: {
    confirm: {
      title: 'Confirma tu dirección',
      question: (address) => `¿Quieres que ${address} reciba notificaciones por correo?`,
      button: 'Confirmar',
      done: (address) => `${address} está confirmada.`,
    },
    off: {
      title: 'Desactivar correos',
      question: (address) => `¿Quieres que ${address} deje de recibir estos correos?`,
      button: 'Desactivar',
      done: (address) => `${address} ya no recibe estos correos.`,
    },
    kinds: {
      unattended: 'Clientes que esperan',
      hand_over: 'Bots que transfieren a una persona',
      mention: 'Notas que te mencionan',
      channel_disconnected: 'Canales desconectados',
      channel_ends_soon: 'Canales que terminan pronto',
      low_credit: 'Crédito',
      webhook_failing: 'Webhooks con fallos',
      bot_stopped: 'Bots detenidos',
      provider_app_refused: 'Apps rechazadas',
      disk_or_queue_growing: 'Disco y cola',
    },
    everything: 'Todos los correos',
  },
};
