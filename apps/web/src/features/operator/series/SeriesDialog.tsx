import { useId } from 'react'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { TextArea } from '../../../kit/Field.tsx'
import type { Asked } from '../ActDialog.tsx'
import { LONGEST_WHY } from '../use-act.ts'
import { Prizes } from './Prizes.tsx'
import { SeriesFields, SeriesTerms } from './SeriesFields.tsx'
import { useSeries } from './use-series.ts'

/** A series of blind boxes from its cover to its last prize, which the keeper then puts on the chain. */
export function SeriesDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const { form, change, errors, note, why, setWhy, isBusy, send } = useSeries(asked, onClose)
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={asked.title}
      foot={
        <Button variant="primary" full type="submit" form={id} busy={isBusy}>
          {asked.title}
        </Button>
      }
    >
      <form id={id} className="operator-form" onSubmit={send} noValidate>
        <SeriesFields form={form} errors={errors} onChange={change} />
        <SeriesTerms form={form} errors={errors} onChange={change} />
        <Prizes form={form} errors={errors} onChange={(prizes) => change({ prizes })} />
        <TextArea
          label={t('operator.why')}
          hint={t('operator.whyHint')}
          name="why"
          maxLength={LONGEST_WHY}
          value={why}
          {...(errors.why === undefined ? {} : { error: errors.why })}
          onChange={(event) => setWhy(event.target.value)}
        />
        {note && (
          <p className="field-error" role="alert">
            {note}
          </p>
        )}
      </form>
    </Dialog>
  )
}
