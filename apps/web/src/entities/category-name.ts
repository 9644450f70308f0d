import type { Category } from '@plinth/api'
import { hasText, useTranslation } from '../i18n/translate.ts'

/** The operator's own name for it, else the translated key category.{name} (I18N-03), else its name. */
export function useCategoryName(): (category: Pick<Category, 'name' | 'title'>) => string {
  const { t, locale } = useTranslation()
  return ({ name, title }) => {
    if (title) return title[locale]
    const key = `category.${name}`
    return hasText(key) ? t(key) : name
  }
}
