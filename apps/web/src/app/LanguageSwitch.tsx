import { setLocale, useLocale } from '../i18n/index.ts'
import { LOCALES, languageName } from '../i18n/locale.ts'
import { useTranslation } from '../i18n/translate.ts'

/** "English 中文": each in its own language. */
export function LanguageSwitch() {
  const { t } = useTranslation()
  const { locale } = useLocale()
  return (
    <fieldset className="language" aria-label={t('shell.language')}>
      {LOCALES.map((each) => (
        <button key={each} type="button" lang={each} aria-pressed={each === locale} onClick={() => setLocale(each)}>
          {languageName(each)}
        </button>
      ))}
    </fieldset>
  )
}
