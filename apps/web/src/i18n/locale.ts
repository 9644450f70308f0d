import { LOCAL, readStored } from '../lib/storage.ts'

export const LOCALES = ['en', 'zh'] as const
export type Locale = (typeof LOCALES)[number]

/** What the switcher calls them (I18N-02). */
export const LOCALE_NAMES: Record<Locale, string> = { en: 'English', zh: '中文' }

/** English unless Chinese was chosen (SHELL-70, SHELL-71). */
export function currentLocale(): Locale {
  return readStored(LOCAL.locale) === 'zh' ? 'zh' : 'en'
}
