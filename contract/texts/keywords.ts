export type Keyword = { kind: 'stop' | 'start' | 'help'; language: 'en' | 'es' }

const words: Record<Keyword['kind'], Record<Keyword['language'], readonly string[]>> = {
  // CANCEL is a word of the carriers that ends all texts. It never cancels an appointment.
  stop: {
    en: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'REVOKE'],
    es: ['PARAR', 'ALTO', 'DETENER', 'BAJA', 'CANCELAR'],
  },
  start: { en: ['START', 'UNSTOP'], es: ['INICIAR', 'COMENZAR', 'ALTA'] },
  help: { en: ['HELP', 'INFO'], es: ['AYUDA'] },
}

const kinds = ['stop', 'start', 'help'] as const
const languages = ['en', 'es'] as const

const yes: Record<Keyword['language'], readonly string[]> = {
  en: ['C', 'Y', 'YES', 'CONFIRM'],
  es: ['SI', 'CONFIRMO', 'CONFIRMAR'],
}

/** Case, accents, spaces and punctuation do not matter. */
function lettersOf(body: string): string {
  return body
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
}

/** The language of a text that says yes to a reminder and nothing else; null for any other. */
export function readYes(body: string): Keyword['language'] | null {
  return languages.find((language) => yes[language].includes(lettersOf(body))) ?? null
}

/** The keyword of an inbound text (SMS), where it is the whole first line. */
export function readKeyword(body: string): Keyword | null {
  // Phones add a signature below.
  const [firstLine = ''] = body.trim().split('\n')
  const word = lettersOf(firstLine)
  for (const kind of kinds)
    for (const language of languages) if (words[kind][language].includes(word)) return { kind, language }
  return null
}
