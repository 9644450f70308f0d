import { ApiError } from '@plinth/api'
import { t } from '../i18n/translate.ts'

/** Why no answer came: a lost connection has the browser's error as its cause; a silent server, or a proxy in its place, has none. */
export function outageOf({ code, cause }: Pick<ApiError, 'code' | 'cause'>): 'lost' | 'silent' | undefined {
  if (code !== 'NETWORK_FAILURE') return undefined
  return cause === undefined ? 'silent' : 'lost'
}

const TEXTS = { lost: 'state.lostText', silent: 'state.failedText' } as const

/**
 * Of a list that did not come: the server's own sentence, in the reader's language; a lost connection and a silent server have one
 * each. Needs no registry of errors, which the first view does not load.
 */
export function failedListText(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const outage = outageOf(error)
  return outage ? t(TEXTS[outage]) : error.message
}
