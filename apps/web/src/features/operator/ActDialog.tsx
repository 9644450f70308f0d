import type { OperatorAct, OperatorReply } from '@plinth/api'
import { useState } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import { useConfig } from '../../lib/site.ts'
import { ActField } from './ActField.tsx'
import { ActForm } from './ActForm.tsx'
import { Answer } from './Answer.tsx'
import { operatorApi } from './operator-api.ts'
import { performAct, refusalOf } from './use-act.ts'

type Values = Readonly<Record<string, string>>
export type Asked = {
  readonly group: string
  readonly act: OperatorAct
  readonly title: string
  /** What it is done to, where that was chosen already. */
  readonly subject?: string
  /** Said by that choice: left out of the form. */
  readonly given: Values
  readonly start: Values
}

/** Asks for the fields and the reason of a command; shows what the server refuses beside its field. */
export function ActDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { fields, values, set, why, setWhy, errors, note, reply, isBusy, send } = useAct(asked, onClose)
  return (
    <ActForm
      title={asked.title}
      subject={asked.subject}
      wide={reply !== undefined}
      isBusy={isBusy}
      why={asked.act.isLook ? undefined : { value: why, error: errors.why, onChange: setWhy }}
      note={note}
      after={reply && <Answer reply={reply} />}
      onSend={send}
      onClose={onClose}
    >
      {fields.map((option) => (
        <ActField
          key={option.name}
          group={asked.group}
          option={option}
          value={values[option.name] ?? ''}
          chain={values.chain ?? asked.given.chain}
          error={errors[option.name]}
          onChange={(value) => set(option.name, value)}
        />
      ))}
    </ActForm>
  )
}

function useAct({ group, act, given, start }: Asked, onClose: () => void) {
  const { t } = useTranslation()
  const { network } = useConfig()
  const fields = act.options.filter(({ name }) => given[name] === undefined)
  const [values, setValues] = useState<Values>(() => ({
    // Who leaves a text alone says that it is empty, where that says something.
    ...Object.fromEntries(fields.flatMap(({ name, kind }) => (kind === 'text' ? [[name, '']] : []))),
    ...(fields.some(({ name, isNeeded }) => name === 'chain' && isNeeded) ? { chain: String(network.chainId) } : {}),
    ...start,
  }))
  const [why, setWhy] = useState('')
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const [note, setNote] = useState<string>()
  const [reply, setReply] = useState<OperatorReply>()
  const [isBusy, setBusy] = useState(false)

  const missing = (): Record<string, string> => {
    const empty = fields.filter(({ name, isNeeded }) => isNeeded && (values[name] ?? '').trim() === '').map(({ name }) => name)
    return Object.fromEntries([...empty, ...(act.isLook || why.trim() !== '' ? [] : ['why'])].map((name) => [name, t('operator.missing')]))
  }
  const perform = async (): Promise<void> => {
    const sent = { group, act: act.name, values: { ...pick(values, fields), ...given } }
    if (act.isLook) return setReply(await operatorApi.look(sent))
    const done = await performAct({ ...sent, why }, t('operator.done'))
    if (done.rows.length > 0) setReply(done)
    else onClose()
  }
  const refuse = (failed: unknown): void => {
    const { text, field } = refusalOf(failed)
    if (field !== undefined && (field === 'why' || fields.some(({ name }) => name === field))) setErrors({ [field]: text })
    else setNote(text)
  }
  const send = async (event: { preventDefault: () => void }): Promise<void> => {
    event.preventDefault()
    const empty = missing()
    setErrors(empty)
    setNote(undefined)
    if (isBusy || Object.keys(empty).length > 0) return
    setBusy(true)
    await perform().catch(refuse)
    setBusy(false)
  }
  const set = (name: string, value: string): void => setValues((all) => ({ ...all, [name]: value }))
  return { fields, values, set, why, setWhy, errors, note, reply, isBusy, send }
}

const pick = (values: Values, fields: OperatorAct['options']): Record<string, string> =>
  Object.fromEntries(fields.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])))
