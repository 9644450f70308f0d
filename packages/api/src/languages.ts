/**
 * Every language of the market, by the primary subtag of BCP 47: its own name, and its name for Intl. The first is the one
 * that is used where a reader asks for none of these. A new one fails to compile wherever a text of it is missing.
 */
export const LANGUAGES = {
  // English sets the day before the month here.
  en: { name: 'English', intl: 'en-GB' },
  zh: { name: '中文', intl: 'zh-CN' },
} as const

export type Language = keyof typeof LANGUAGES
/** One text in every language. */
export type Texts = Readonly<Record<Language, string>>
/** In every language but English, in which the code itself is written. */
export type Translations<T = string> = Readonly<Record<Exclude<Language, 'en'>, T>>

/** One text in English and Chinese, in this order. With a third language no pair compiles. */
export type TextPair = [Exclude<Language, 'en' | 'zh'>] extends [never] ? readonly [en: string, zh: string] : never

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as [Language, ...Language[]]
export const DEFAULT_LANGUAGE: Language = 'en'

export const isLanguage = (text: unknown): text is Language => typeof text === 'string' && Object.hasOwn(LANGUAGES, text)

/** The same for each language, such as what a sentence says in it. */
export function inEach<T>(of: (language: Language) => T): Record<Language, T> {
  return Object.fromEntries(LANGUAGE_CODES.map((language) => [language, of(language)])) as Record<Language, T>
}
