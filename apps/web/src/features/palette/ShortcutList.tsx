import { useTranslation } from '../../i18n/translate.ts'
import { Switch } from '../../kit/choices.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { setShortcuts, useShortcutsOn } from '../../lib/shortcuts.ts'
import './palette.css'

const isMac = /mac/i.test(navigator.userAgent)

/** Every shortcut of the market, and the switch that turns them off. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const isOn = useShortcutsOn()
  const groups = [
    {
      title: t('palette.everywhere'),
      keys: [
        { keys: ['/'], text: t('palette.keySearch') },
        { keys: [isMac ? 'Cmd' : 'Ctrl', 'K'], text: t('palette.keyPalette') },
        { keys: ['?'], text: t('palette.keyList') },
        { keys: ['Esc'], text: t('palette.keyClose') },
      ],
    },
    {
      title: t('palette.inLists'),
      keys: [
        { keys: ['↑', '↓'], text: t('palette.keyRows') },
        { keys: ['←', '→'], text: t('palette.keyCards') },
        { keys: ['J', 'K'], text: t('palette.keyNext') },
        { keys: ['Home', 'End'], text: t('palette.keyEnds') },
        { keys: ['Enter'], text: t('palette.keyOpen') },
        { keys: ['X'], text: t('palette.keyPick') },
        { keys: ['Shift', 'X'], text: t('palette.keyPickTo') },
        { keys: ['A'], text: t('palette.keyPickAll') },
      ],
    },
    {
      title: t('palette.onWork'),
      keys: [
        { keys: ['B'], text: t('palette.keyBid') },
        { keys: ['O'], text: t('palette.keyOffer') },
        { keys: ['L'], text: t('palette.keySell') },
        { keys: ['C'], text: t('palette.keyCart') },
      ],
    },
  ]
  return (
    <Dialog open onClose={onClose} title={t('palette.shortcuts')}>
      {groups.map(({ title, keys }) => (
        <section key={title} className="shortcut-group">
          <h3 className="s12 muted">{title}</h3>
          <dl>
            {keys.map(({ keys: pressed, text }) => (
              <div key={pressed.join()}>
                <dt>
                  {pressed.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Switch label={t('palette.turnedOn')} hint={t('palette.turnedOnHint')} checked={isOn} onChange={setShortcuts} />
    </Dialog>
  )
}
