import { create } from 'zustand'
import type { en } from './en/index.ts'
import { first } from './first/en.ts'
import type { Locale } from './locale.ts'

/** Nested texts; a key that counts has `_one` and `_other`, or only `_other`. */
export type Texts = { readonly [key: string]: string | Texts }

type Whole<K> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K
type KeyOf<T> = { [K in keyof T & string]: T[K] extends string ? Whole<K> : `${K}.${KeyOf<T[K]>}` }[keyof T & string]

/** Every text there is: `t('home.more')`. A wrong one does not compile. */
export type TextKey = KeyOf<typeof en>
export type Values = Readonly<Record<string, string | number | bigint>>
export type Translate = (key: TextKey, values?: Values) => string

const useShown = create<{ locale: Locale; texts: Texts }>(() => ({ locale: 'en', texts: first }))

export const shownLocale = (): Locale => useShown.getState().locale

/** Turns the whole interface to texts that are loaded already. */
export const showTexts = (locale: Locale, texts: Texts): void => useShown.setState({ locale, texts })

/** The text in the reader's language, `{{placeholders}}` filled, the plural of `count` chosen. */
export const t: Translate = (key, values = {}) => {
  const text = find(key, values) ?? key
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** Whether there is such a text: for keys that come from data, as `category.{name}`. */
export const hasText = (key: string): key is TextKey => pick(useShown.getState().texts, key) !== undefined

function find(key: string, { count }: Values): string | undefined {
  const { locale, texts } = useShown.getState()
  if (count !== undefined) {
    const plural = pick(texts, `${key}_${new Intl.PluralRules(locale).select(Number(count))}`) ?? pick(texts, `${key}_other`)
    if (plural !== undefined) return plural
  }
  return pick(texts, key)
}

function pick(texts: Texts | undefined, key: string): string | undefined {
  let at: string | Texts | undefined = texts
  for (const part of key.split('.')) at = typeof at === 'object' && Object.hasOwn(at, part) ? at[part] : undefined
  return typeof at === 'string' ? at : undefined
}

/** In components: renders again when the language changes. */
export function useTranslation(): { t: Translate; locale: Locale } {
  const { locale } = useShown()
  return { t, locale }
}
