import { DEFAULT_LANGUAGE, isLanguage, LANGUAGE_CODES, LANGUAGES, type Language } from '@plinth/api'
import { LOCAL, readStored } from '../lib/storage.ts'

export type Locale = Language
export const LOCALES: readonly Locale[] = LANGUAGE_CODES

/** What the switcher calls a language (I18N-02). */
export const languageName = (locale: Locale): string => LANGUAGES[locale].name

/** Its name for Intl. */
export const intlOf = (locale: Locale): string => LANGUAGES[locale].intl

/** English unless another one was chosen (SHELL-70, SHELL-71). */
export function currentLocale(): Locale {
  const chosen = readStored(LOCAL.locale)
  return isLanguage(chosen) ? chosen : DEFAULT_LANGUAGE
}
