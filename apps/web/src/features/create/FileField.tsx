import { isUnplayable, mediaKindOf } from '@plinth/protocol'
import { Film, ImagePlus, Music } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { type ChosenFile, isSent } from '../../flows/acts/item/item-files.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { FieldNotes } from '../../kit/Field.tsx'
import { Icon } from '../../kit/icons.tsx'
import { acceptOf, type FileKind, fileError, megabytesOf } from './create-form.ts'
import { useFileView } from './use-file-view.ts'
import { usePastedFile } from './use-pasted-file.ts'

export type FileFieldProps = {
  kind: FileKind
  label: string
  file: ChosenFile | undefined
  onChange: (file: File | undefined) => void
  hint?: string
  error?: string
  disabled?: boolean
  /** A file pasted anywhere on the page is meant for this field. */
  takesPaste?: boolean
}

/** One file, chosen or dropped, shown at once and uploaded later. What is too large or of the wrong kind is not kept. */
export function FileField({ kind, label, file, onChange, hint, error, disabled, takesPaste = false }: FileFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string>()
  const [isOver, setOver] = useState(false)
  const max = megabytesOf(kind)

  const take = (next: File | undefined) => {
    if (!next || disabled) return
    const problem = fileError(next, kind)
    setRefused(problem && t(problem, { megabytes: max }))
    onChange(problem ? undefined : next)
    if (problem && input.current) input.current.value = ''
  }
  usePastedFile(take, takesPaste && !disabled)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const shownError = refused ?? error
  return (
    <div className="field-set">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the input inside does it by keyboard and by touch */}
      <div
        className={['file', isOver ? 'over' : '', shownError ? 'invalid' : '', file ? 'full' : ''].filter(Boolean).join(' ')}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          id={id}
          type="file"
          className="file-input"
          aria-label={label}
          accept={acceptOf(kind)}
          disabled={disabled}
          aria-invalid={shownError ? true : undefined}
          aria-describedby={`${id}-notes`}
          onChange={(event) => take(event.target.files?.[0])}
        />
        {file ? (
          <Chosen
            file={file}
            max={max}
            onReplace={() => input.current?.click()}
            onRemove={() => {
              if (input.current) input.current.value = ''
              onChange(undefined)
            }}
            disabled={disabled}
          />
        ) : (
          <label htmlFor={id} className="file-empty">
            <Icon of={ImagePlus} size="large" />
            <span className="medium">{t(isOver ? 'create.dropNow' : 'create.drop')}</span>
          </label>
        )}
      </div>
      <div id={`${id}-notes`}>
        <FieldNotes error={shownError} hint={hint} />
      </div>
    </div>
  )
}

type ChosenProps = { file: ChosenFile; max: number; onReplace: () => void; onRemove: () => void; disabled: boolean | undefined }

function Chosen({ file, max, onReplace, onRemove, disabled }: ChosenProps) {
  const { t } = useTranslation()
  const view = useFileView(file)
  const kind = mediaKindOf(file.type)
  const facts = [
    view?.width ? t('create.pixels', { width: view.width, height: view.height }) : '',
    t('create.sizeOf', { size: sizeText(file.size), max }),
    isSent(file) ? t('create.sent') : '',
  ].filter(Boolean)
  return (
    <>
      <span className="thumb file-thumb">
        {kind === 'image' && view && <img src={view.src} alt="" />}
        {kind === 'audio' && <Icon of={Music} size="large" />}
        {kind === 'video' && <Icon of={Film} size="large" />}
      </span>
      <div className="grow">
        <div className="strong clip">{file.name}</div>
        <div className="muted num">{facts.join(t('create.comma'))}</div>
        {kind === 'audio' && view && !isUnplayable(file.type) && (
          // biome-ignore lint/a11y/useMediaCaption: the maker's own file, which has no captions
          <audio controls src={view.src} className="file-player" />
        )}
        {!disabled && (
          <div className="row g24 file-acts">
            <button type="button" className="link" onClick={onReplace}>
              {t('create.replace')}
            </button>
            <button type="button" className="link" onClick={onRemove}>
              {t('create.remove')}
            </button>
          </div>
        )}
      </div>
    </>
  )
}

/** Two digits after the point at most; tiny files still say something. */
const sizeText = (bytes: number) => (bytes < 10_486 ? '0.01' : (bytes / 1_048_576).toFixed(2).replace(/\.?0+$/, ''))
