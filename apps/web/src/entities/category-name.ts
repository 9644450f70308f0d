import { hasText, useTranslation } from '../i18n/translate.ts'

/** The translated key category.{name} (I18N-03); an operator's own category without a key goes by its name. */
export function useCategoryName(): (name: string) => string {
  const { t } = useTranslation()
  return (name) => {
    const key = `category.${name}`
    return hasText(key) ? t(key) : name
  }
}
