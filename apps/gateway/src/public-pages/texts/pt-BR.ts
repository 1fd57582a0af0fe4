import type { PageTexts } from './en.ts';

export const ptBr: PageTexts = {
  language: 'Idioma',
  pair: {
    title: 'Vincular WhatsApp',
    forWhom: 'Para',
    choose: 'Escolha como vincular',
    wayCode: 'Código de pareamento',
    wayQr: 'Código QR',
    phone: 'Seu número do WhatsApp',
    phoneHint: 'Com o código do país, por exemplo',
    getCode: 'Obter o código',
    gettingCode: 'Obtendo um código…',
    yourCode: 'Seu código',
    validFor: 'Válido por',
    anotherCode: 'Obter outro código',
    codeExpired: 'O código expirou. Obtenha outro.',
    codeSteps: [
      'Abra o WhatsApp no celular com este número.',
      'Abra Configurações (no Android: ⋮) e depois Dispositivos conectados.',
      'Toque em Conectar dispositivo e depois em Conectar com número de telefone.',
      'Digite este código.',
    ],
    qrAlt: 'Código QR para escanear com o WhatsApp',
    qrLoading: 'Carregando o código QR…',
    qrRenews: 'O código QR se renova sozinho.',
    qrShow: 'Mostrar o código QR',
    qrSteps: [
      'Abra o WhatsApp no seu celular.',
      'Abra Configurações (no Android: ⋮) e depois Dispositivos conectados.',
      'Toque em Conectar dispositivo e aponte o celular para este código.',
    ],
    created: 'Ainda não vinculado.',
    connecting: 'Conectando…',
    awaiting_pairing: 'Aguardando seu celular.',
    linking: 'Seu celular está sendo vinculado. Isso leva só um momento.',
    offline: 'Sem conexão. Tentando novamente…',
    linkedTitle: 'O WhatsApp foi vinculado',
    linkedText: 'Você pode fechar esta página. Deixe o celular se conectar à internet de vez em quando.',
    pausedTitle: 'Nenhum celular pode ser vinculado no momento',
    pausedText: 'Fale com quem lhe enviou este link e depois abra-o novamente.',
    overTitle: 'Este link não é mais válido',
    overText:
      'Se o seu celular já está vinculado, não há mais nada a fazer. Caso contrário, peça um novo link a quem lhe enviou este.',
    failedTitle: 'Não foi possível vincular',
    failedText: 'Peça um novo link a quem lhe enviou este.',
    passkeyText:
      'O WhatsApp pede a esta conta uma chave de acesso que só os próprios aplicativos dele podem verificar. Os aparelhos já conectados continuam válidos: não os remova. Tente de novo em alguns dias. Se outro sistema estiver conectado a este celular, pergunte a quem enviou este link se essa conexão pode ser transferida.',
    officialText: 'O número também pode ser conectado pela Meta, que não pede chave de acesso.',
    officialButton: 'Conectar pela Meta',
    officialAsk:
      'O número também pode ser conectado pela Meta, que não pede chave de acesso: peça a quem enviou este link.',
    officialTitle: 'O número está conectado',
    officialDone: 'Você pode fechar esta página.',
    loggedOutTitle: 'O celular não está mais vinculado',
    invalidPhone: 'Digite o número com o código do país.',
    tooMany: 'Tentativas demais. Aguarde um minuto e tente novamente.',
    refused: 'O WhatsApp não forneceu um código. Confira o número e tente novamente.',
    unavailable: 'Isto não funciona no momento. Tente novamente daqui a pouco.',
    notice:
      'Quem lhe enviou este link poderá ler e enviar mensagens desta conta do WhatsApp. Vincule apenas se confiar nessa pessoa. Você pode encerrar o vínculo a qualquer momento no celular, em Dispositivos conectados.',
    needsScript: 'Esta página precisa de JavaScript.',
  },
  connect: {
    title: { wa: 'Conectar WhatsApp', fb: 'Conectar Facebook', ig: 'Conectar Instagram', tt: 'Conectar TikTok' },
    asks: 'Quem pede',
    channel: 'O que é conectado',
    accountKind: {
      wa: 'Seu número do WhatsApp Business',
      fb: 'Suas Páginas do Facebook e as contas do Instagram vinculadas a elas',
      ig: 'Suas contas do Instagram e as Páginas do Facebook vinculadas a elas',
      tt: 'Sua conta do TikTok',
    },
    returns: 'Depois você volta para',
    meaning:
      'Na próxima página você escolhe o que pode ser usado. Quem pede poderá então ler e responder as mensagens e os comentários.',
    continue: {
      wa: 'Continuar',
      fb: 'Continuar para o Facebook',
      ig: 'Continuar para o Facebook',
      tt: 'Continuar para o TikTok',
    },
    ways: {
      facebook: {
        needs:
          'Escolha o Facebook se a conta do Instagram estiver vinculada a uma Página do Facebook que você gerencia e se quiser conectar também o Messenger.',
        continue: 'Continuar para o Facebook',
      },
      instagram: {
        needs: 'Você precisa só da sua conta do Instagram, se ela for comercial ou de criador.',
        continue: 'Continuar para o Instagram',
        kind: 'Sua conta do Instagram',
      },
    },
    notice:
      'Continue apenas se você sabe quem pede e quer conectar sua própria conta. Se você recebeu este link sem esperar, feche esta página.',
    needsCookie: 'Seu navegador precisa guardar um cookie desta página. Permita cookies e depois continue.',
  },
  /** Opens Meta's popup for a WhatsApp number. */
  signup: {
    lead: 'Uma janela do Facebook se abre. Escolha nela sua empresa e seu número.',
    login: 'Continuar com o Facebook',
    ways: {
      app: {
        needs:
          'O número continua no aplicativo e também é usado aqui. O aplicativo pode compartilhar as conversas dos últimos meses.',
        login: 'Uso o aplicativo WhatsApp Business no meu celular',
      },
      other: {
        needs:
          'Ou conecte outro número: ele é novo ou já pertence a uma conta do WhatsApp Business. Não pode estar em um aplicativo de celular.',
      },
    },
    cancelled: 'A janela foi fechada antes do fim. Nada foi conectado.',
    refusedInPopup: 'O WhatsApp não aceita o número:',
    noSdk: 'O script do Facebook não pôde ser carregado. Permita-o no navegador e abra esta página de novo.',
    working: 'Conectando o número…',
    choose: 'Qual número?',
    use: 'Conectar este número',
    pinTitle: 'PIN do número',
    pin: 'PIN de seis dígitos',
    pinHint:
      'Se o número tem um PIN de confirmação em duas etapas, digite-o. Caso contrário, escolha um e guarde-o: o WhatsApp o pede quando o número muda de lugar.',
    sixDigits: 'Digite seis dígitos.',
    wrongPin:
      'Este não é o PIN do número. A configuração fica no Gerenciador do WhatsApp, em Confirmação em duas etapas.',
    noAnswer: 'O WhatsApp não respondeu. Digite o PIN mais uma vez.',
    register: 'Registrar o número',
    offline: 'Sem conexão. Nada foi perdido.',
    again: 'Tentar de novo',
    stoppedTitle: 'O número não está conectado',
    stopped: {
      tooManyPins: 'Muitos PINs foram tentados. O WhatsApp diz:',
      locked: (until) => `O WhatsApp não aceita registrar este número antes de ${until}.`,
      notVerified: 'O WhatsApp não verificou o número. Abra o link de novo e verifique-o na janela do Facebook.',
      later: 'O WhatsApp não consegue registrar o número agora. Abra o link de novo em alguns minutos.',
      refused: 'O WhatsApp não registra o número. Ele diz:',
    },
    back: 'Voltar',
    cancel: 'Cancelar e voltar',
    needsScript: 'Esta página precisa de JavaScript.',
  },
  removal: {
    title: 'Dados excluídos',
    disconnected: (at: string, count: string) =>
      `Seu pedido de ${at} foi atendido: ${count} contas conectadas foram desconectadas, e o acesso a elas foi excluído.`,
    nothing: (at: string) =>
      `Seu pedido de ${at} foi atendido: nenhuma conta estava conectada com este login, e não havia acesso a excluir.`,
    kept: 'As mensagens e os comentários ficam com a empresa para a qual você escreveu ou trabalha; peça a ela que os exclua.',
    unknownTitle: 'Código desconhecido',
    unknownText: 'Nenhum pedido tem este código. Abra o endereço que você recebeu do Facebook ou do Instagram.',
  },
  /** The first page of a public demo. */
  demo: {
    title: 'Experimente o Parley',
    what: 'Você recebe um espaço de trabalho só seu, com os clientes de uma padaria, e um telefone de teste no qual escreve como um deles.',
    ends: (minutes) => `Ele é excluído depois de ${minutes} min, com tudo o que há nele.`,
    nothingLeaves: 'Nenhuma mensagem sai desta máquina. Não escreva nada confidencial.',
    button: 'Experimentar',
    full: (minutes) => `Todos os espaços de trabalho estão em uso. O próximo fica livre em ${minutes} min.`,
    tooMany: (minutes) =>
      `Muitos espaços de trabalho foram abertos a partir do seu endereço. Tente novamente em ${minutes} min.`,
    unavailable: 'Não foi possível abrir o espaço de trabalho. Tente novamente em instantes.',
  },
  recipient: {
    confirm: {
      title: 'Confirme seu e-mail',
      question: (address) => `Quer que ${address} receba por e-mail avisos sobre o que acontece?`,
      button: 'Confirmar',
      done: (address) => `${address} foi confirmado.`,
    },
    off: {
      title: 'Desativar e-mails',
      question: (address) => `Quer que ${address} deixe de receber estes e-mails?`,
      button: 'Desativar',
      done: (address) => `${address} não recebe mais estes e-mails.`,
    },
    kinds: {
      unattended: 'Clientes esperando',
      hand_over: 'Bots que pedem uma pessoa',
      mention: 'Notas que mencionam você',
      channel_disconnected: 'Canais desconectados',
      channel_ends_soon: 'Canais que terminam em breve',
      low_credit: 'Crédito',
      webhook_failing: 'Webhooks com falhas',
      bot_stopped: 'Bots que pararam',
      provider_app_refused: 'Apps recusados',
      disk_or_queue_growing: 'Disco e fila',
    },
    everything: 'Todos os e-mails',
  },
};
