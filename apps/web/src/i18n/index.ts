import { LOCAL, writeStored } from '../lib/storage.ts'
import { first } from './first/en.ts'
import { currentLocale, intlOf, type Locale } from './locale.ts'
import { showTexts, useTranslation } from './translate.ts'

const firstTexts: Record<Locale, () => Promise<Parameters<typeof showTexts>[1]>> = {
  en: async () => first,
  zh: async () => (await import('./first/zh.ts')).first,
}
const everyText: Record<Locale, () => Promise<Parameters<typeof showTexts>[1]>> = {
  en: async () => (await import('./en/index.ts')).en,
  zh: async () => (await import('./zh/index.ts')).zh,
}
const complete = new Set<Locale>()

/** The texts of the first view; the others follow with the first page or dialog that needs them. */
export async function startTexts(): Promise<void> {
  // Chosen in another tab, it is chosen here: the server answers all of them in the language that is kept.
  addEventListener('storage', ({ key }) => (key === LOCAL.locale || key === null) && void turnTo(currentLocale()))
  const locale = currentLocale()
  const texts = await firstTexts[locale]()
  // A page that needs every text may have them by now.
  if (!complete.has(locale)) show(locale, texts)
}

/** Whatever a page or dialog may say in the language now shown. */
export async function allTexts(locale: Locale = currentLocale()): Promise<void> {
  if (complete.has(locale)) return
  const texts = await everyText[locale]()
  complete.add(locale)
  if (locale === currentLocale()) show(locale, texts)
}

export async function setLocale(locale: Locale): Promise<void> {
  writeStored(LOCAL.locale, locale)
  await turnTo(locale)
}

async function turnTo(locale: Locale): Promise<void> {
  show(locale, await everyText[locale]())
  complete.add(locale)
}

function show(locale: Locale, texts: Parameters<typeof showTexts>[1]): void {
  showTexts(locale, texts)
  document.documentElement.lang = locale
}

/** The reader's language, and its name for Intl. */
export function useLocale(): { locale: Locale; intl: string } {
  const { locale } = useTranslation()
  return { locale, intl: intlOf(locale) }
}
