import { useSyncExternalStore } from 'react'
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

const bundles = new Map<Locale, Texts>([['en', first]])
let locale: Locale = 'en'
let shown = 0
const listeners = new Set<() => void>()

export const shownLocale = (): Locale => locale

/** Turns the whole interface to texts that are loaded already. */
export function showTexts(next: Locale, texts: Texts): void {
  bundles.set(next, texts)
  locale = next
  shown++
  for (const listener of listeners) listener()
}

/** The text in the reader's language, `{{placeholders}}` filled, the plural of `count` chosen. */
export const t: Translate = (key, values = {}) => {
  const text = find(key, values) ?? key
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** Whether there is such a text: for keys that come from data, as `category.{name}`. */
export const hasText = (key: string): key is TextKey => pick(bundles.get(locale), key) !== undefined

function find(key: string, { count }: Values): string | undefined {
  const texts = bundles.get(locale)
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

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** In components: renders again when the language changes. */
export function useTranslation(): { t: Translate; locale: Locale } {
  useSyncExternalStore(subscribe, () => shown)
  return { t, locale }
}
