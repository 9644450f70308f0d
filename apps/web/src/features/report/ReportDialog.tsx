import { useState } from 'react'
import { askReport, type Reported } from '../../flows/engine/report-ask.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { TextArea } from '../../kit/Field.tsx'
import { toast } from '../../kit/toast.tsx'
import { api } from '../../lib/api.ts'
import { useConfig } from '../../lib/site.ts'
import { failureOf } from '../../wallet/errors.ts'

const MOST = 1_000
const close = () => askReport(undefined)

/** Goes into the operator's queue. The operator may set its own title and text (WIDG-02). */
export function ReportDialog({ subject }: { subject: Reported }) {
  const { t, locale } = useTranslation()
  const { site } = useConfig()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    if (text.trim() === '') return setError(t('report.empty'))
    setBusy(true)
    try {
      await api.report.add({ ...subject, text: text.trim() })
      toast(t('report.sent'))
      close()
    } catch (failed) {
      setError(failureOf(failed).text)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={close}
      title={site.report.title[locale] || t('report.title')}
      foot={
        <Button variant="primary" full busy={isBusy} onClick={send}>
          {t('report.send')}
        </Button>
      }
    >
      <p className="s16 muted">{site.report.text[locale] || t('report.text')}</p>
      <TextArea
        label={t('report.message')}
        maxLength={MOST}
        rows={5}
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
    </Dialog>
  )
}
