import { RotateCw } from 'lucide-react'
import { useTranslation } from '../../i18n/translate.ts'
import { TextField } from '../../kit/Field.tsx'
import { Icon } from '../../kit/icons.tsx'
import type { Captcha } from './use-captcha.ts'

type CaptchaFieldProps = { picture: Captcha; value: string; onChange: (code: string) => void; error: string | undefined }

/** The code of the picture beside it; pressing the picture brings another. */
export function CaptchaField({ picture, value, onChange, error }: CaptchaFieldProps) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('mail.picture')}
      hint={t('mail.pictureHint')}
      error={error ?? picture.failure}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      maxLength={10}
      autoCapitalize="characters"
      spellCheck={false}
      end={
        <button
          type="button"
          className="picture-code"
          aria-label={t('mail.newPicture')}
          title={t('mail.newPicture')}
          onClick={picture.refresh}
        >
          {picture.src ? <img src={picture.src} alt="" width={120} height={40} /> : <span className="picture-none" />}
          <Icon of={RotateCw} size="small" />
        </button>
      }
    />
  )
}
