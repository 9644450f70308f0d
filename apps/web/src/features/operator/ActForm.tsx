import { type ReactNode, useId } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { TextArea } from '../../kit/Field.tsx'
import { LONGEST_WHY } from './use-act.ts'

type Props = {
  readonly title: string
  readonly subject?: string | undefined
  readonly wide: boolean
  readonly isBusy: boolean
  /** Left out for commands that only read: they need no reason. */
  readonly why?: { readonly value: string; readonly error?: string | undefined; readonly onChange: (why: string) => void } | undefined
  /** What the server said of no field alone. */
  readonly note?: string | undefined
  /** What it answered. */
  readonly after?: ReactNode
  readonly children: ReactNode
  readonly onSend: (event: { preventDefault: () => void }) => void
  readonly onClose: () => void
}

/** The dialog of an act: its fields, why it is done, and what was wrong with it. */
export function ActForm({ title, subject, wide, isBusy, why, note, after, children, onSend, onClose }: Props) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Dialog
      open
      wide={wide}
      onClose={onClose}
      title={title}
      {...(subject ? { kicker: subject } : {})}
      foot={
        <Button variant="primary" full type="submit" form={id} busy={isBusy}>
          {title}
        </Button>
      }
    >
      <form id={id} className="operator-form" onSubmit={onSend} noValidate>
        {children}
        {why && (
          <TextArea
            label={t('operator.why')}
            hint={t('operator.whyHint')}
            name="why"
            maxLength={LONGEST_WHY}
            value={why.value}
            {...(why.error === undefined ? {} : { error: why.error })}
            onChange={(event) => why.onChange(event.target.value)}
          />
        )}
        {note && (
          <p className="field-error" role="alert">
            {note}
          </p>
        )}
      </form>
      {after}
    </Dialog>
  )
}
