import { useState } from 'react'
import { useTranslation } from '../../../i18n/translate.ts'
import { useConfig } from '../../../lib/site.ts'
import type { Asked } from '../ActDialog.tsx'
import { performAct, refusalOf } from '../use-act.ts'
import { blankSeries, missingIn, type SeriesErrors, type SeriesForm, seriesJson } from './series-form.ts'

/** What is typed, what is wrong with it, and its way to the server. */
export function useSeries({ group, act }: Asked, onClose: () => void) {
  const { t } = useTranslation()
  const { network } = useConfig()
  const [form, setForm] = useState<SeriesForm>(() => blankSeries(String(network.chainId)))
  const [why, setWhy] = useState('')
  const [errors, setErrors] = useState<SeriesErrors>({})
  const [note, setNote] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const send = async (event: { preventDefault: () => void }): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    const empty = [...missingIn(form), ...(why.trim() === '' ? ['why'] : [])]
    setErrors(Object.fromEntries(empty.map((path) => [path, t('operator.missing')])))
    setNote(undefined)
    if (empty.length > 0) return
    setBusy(true)
    await performAct({ group, act: act.name, values: { series: seriesJson(form) }, why }, t('operator.done')).then(onClose, (failed) => {
      const { field, text } = refusalOf(failed)
      if (field !== undefined && isShown(form, field)) setErrors({ [field]: text })
      else setNote(text)
    })
    setBusy(false)
  }
  const change = (part: Partial<SeriesForm>): void => setForm((all) => ({ ...all, ...part }))
  return { form, change, errors, note, why, setWhy, isBusy, send }
}

/** Whether the form has a field of this path. */
function isShown({ money, prizes }: SeriesForm, path: string): boolean {
  const [head = '', place = '', field = ''] = path.split('.')
  if (head === 'prizes' && place !== '') return prizes[Number(place)] !== undefined && field !== ''
  if (head === 'money' && place === 'ticket') return money === 'ticket'
  return ['chain', 'name', 'description', 'image', 'anim1', 'anim2', 'price', 'prizesPerBox', 'starts', 'ends', 'why'].includes(head)
}
