import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import { Icon } from '../../kit/icons.tsx'
import { useLayer } from '../../kit/use-layer.ts'
import { type Command, useCommands } from './commands.ts'
import './palette.css'

type Props = { text: string; onText: (text: string) => void; onClose: () => void; onList: () => void }

/** A line for commands: what is typed narrows the list, arrows walk it, Enter runs it. */
export function CommandPalette({ text, onText, onClose, onList }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [at, setAt] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useLayer(true, onClose)
  const commands = useCommands(text, onList)
  const chosen = commands[at] ?? commands[0]
  const optionId = (command: Command) => `${id}-${command.id.replaceAll(/[^\w-]/g, '_')}`
  // Newer browsers answer a promise, which is no clean-up.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  const run = (command: Command | undefined) => {
    if (!command) return
    if (command.id !== 'shortcuts') onClose()
    void command.run()
  }
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined && commands.length > 0) {
      event.preventDefault()
      const next = (commands.indexOf(chosen as Command) + by + commands.length) % commands.length
      setAt(next)
      document.getElementById(optionId(commands[next] as Command))?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    run(chosen)
  }
  const groups = [...new Set(commands.map(({ group }) => group))]
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="palette" aria-label={t('palette.title')} initialFocus={input}>
          <div className="palette-line">
            <Icon of={Search} />
            <input
              ref={input}
              role="combobox"
              aria-label={t('palette.label')}
              aria-expanded="true"
              aria-controls={id}
              aria-autocomplete="list"
              aria-activedescendant={chosen && optionId(chosen)}
              placeholder={t('palette.label')}
              value={text}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => {
                onText(event.target.value)
                setAt(0)
              }}
              onKeyDown={press}
            />
            <kbd>Esc</kbd>
          </div>
          <div ref={list} id={id} role="listbox" aria-label={t('palette.title')} className="palette-list">
            {groups.map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
              <div key={group} role="group" aria-label={group}>
                <div className="palette-group s12 muted" aria-hidden="true">
                  {group}
                </div>
                {commands
                  .filter((command) => command.group === group)
                  .map((command) => (
                    // biome-ignore lint/a11y/useFocusableInteractive: the line keeps the focus and names the option
                    // biome-ignore lint/a11y/useKeyWithClickEvents: the line has the keys
                    <div
                      key={command.id}
                      id={optionId(command)}
                      role="option"
                      aria-selected={command === chosen}
                      className="palette-option"
                      onPointerMove={() => setAt(commands.indexOf(command))}
                      onClick={() => run(command)}
                    >
                      {command.label}
                    </div>
                  ))}
              </div>
            ))}
          </div>
          <p className="visually-hidden" role="status">
            {t('palette.found', { count: commands.length })}
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
