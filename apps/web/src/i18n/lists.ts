import type { Locale } from './locale.ts'

/** "Rose, Calm" and "Rose、Calm": names beside each other. */
export const namesText = (names: readonly string[], locale: Locale): string => names.join(locale === 'zh' ? '、' : ', ')

/** "64 sales, ≈ $40,516" and "64 笔成交，≈ $40,516": short statements beside each other. */
export const phrasesText = (phrases: readonly string[], locale: Locale): string => phrases.join(locale === 'zh' ? '，' : ', ')
