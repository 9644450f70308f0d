import type { Asked } from '../ActDialog.tsx'
import { ActForm } from '../ActForm.tsx'
import { Prizes } from './Prizes.tsx'
import { SeriesFields, SeriesTerms } from './SeriesFields.tsx'
import { useSeries } from './use-series.ts'

/** A series of blind boxes from its cover to its last prize, which the keeper then puts on the chain. */
export function SeriesDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { form, change, errors, note, why, setWhy, isBusy, send } = useSeries(asked, onClose)
  return (
    <ActForm
      wide
      title={asked.title}
      isBusy={isBusy}
      why={{ value: why, error: errors.why, onChange: setWhy }}
      note={note}
      onSend={send}
      onClose={onClose}
    >
      <SeriesFields form={form} errors={errors} onChange={change} />
      <SeriesTerms form={form} errors={errors} onChange={change} />
      <Prizes form={form} errors={errors} onChange={(prizes) => change({ prizes })} />
    </ActForm>
  )
}
