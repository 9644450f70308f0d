import { Ellipsis } from 'lucide-react'
import { lazy, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useFacts } from '../../../entities/selection/facts.ts'
import { clearPicks, pick, useHiddenPicks, usePicks, useUnpickedShown } from '../../../entities/selection/selection.ts'
import { useAct } from '../../../flows/engine/use-act.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { IconButton } from '../../../kit/IconButton.tsx'
import { LazyBoundary } from '../../../kit/LazyBoundary.tsx'
import { Menu, MenuItem } from '../../../kit/Menu.tsx'
import { inTime } from '../../../lib/chunk.ts'
import { PHONE, useMediaQuery } from '../../../lib/media-query.ts'
import { useSession } from '../../../lib/session.ts'
import { openDraft } from './draft.ts'
import { FloorWorth } from './FloorWorth.tsx'
import './bulk-bar.css'

const loadDialogs = inTime(() => import('./BulkDialogs.tsx'))
const EndDialog = lazy(async () => ({ default: (await loadDialogs()).EndDialog }))
const TransferManyDialog = lazy(async () => ({ default: (await loadDialogs()).TransferManyDialog }))

type Asked = { act: 'end' | 'transfer'; keys: readonly string[] }

/** Counts the picked works, sums their worth, and offers the acts on all of them. */
export function BulkBar() {
  const { t } = useTranslation()
  const { address } = useSession()
  const act = useAct()
  const navigate = useNavigate()
  const isPhone = useMediaQuery(PHONE)
  const picks = usePicks()
  const hidden = useHiddenPicks()
  const unpicked = useUnpickedShown()
  const keys = [...picks.keys()]
  const { data: facts, isCurrent } = useFacts(keys)
  const [asked, setAsked] = useState<Asked>()
  useEscape(() => address && clearPicks(address), asked === undefined)
  if (!address || (keys.length === 0 && !asked)) return null
  const listed = keys.filter((key) => facts?.get(key)?.listing)
  const unlisted = keys.filter((key) => !facts?.get(key)?.listing)
  // Until the newest picks are known too, the dialog and the editor choose among all.
  const known = (some: readonly string[]) => (isCurrent ? some : keys)
  const edit = (mode: 'list' | 'change', works: readonly string[]) =>
    void act({
      run: () => {
        openDraft(address, mode, works)
        navigate(mode === 'list' ? '/items/list' : '/items/prices')
      },
    })
  const ask = (what: Asked['act'], works: readonly string[]) => void act({ run: () => setAsked({ act: what, keys: works }) })
  const works = t('bulk.picked', { count: keys.length })
  const acts = [
    { key: 'transfer', label: t('bulk.transfer'), isShown: true, run: () => ask('transfer', keys) },
    { key: 'end', label: t('bulk.end'), isShown: listed.length > 0, run: () => ask('end', known(listed)) },
    { key: 'change', label: t('bulk.change'), isShown: listed.length > 0, run: () => edit('change', known(listed)) },
    { key: 'list', label: t('bulk.list', { count: unlisted.length }), isShown: unlisted.length > 0, run: () => edit('list', unlisted) },
  ].filter(({ isShown }) => isShown)
  const main = acts.at(-1)
  const others = acts.slice(0, -1)
  return (
    <>
      {keys.length > 0 && (
        <section className="bulk-bar" aria-label={t('bulk.bar')}>
          <p className="bulk-count" aria-live="polite">
            <b className="strong">{hidden > 0 ? t('bulk.hidden', { works, count: hidden }) : works}</b>{' '}
            {facts && <FloorWorth facts={keys.flatMap((key) => facts.get(key) ?? [])} />}
          </p>
          {unpicked.length > 0 && (
            <Button variant="quiet" onClick={() => pick(address, unpicked)}>
              {t('bulk.all', { count: unpicked.length + keys.length - hidden })}
            </Button>
          )}
          <Button variant="quiet" className="bulk-clear" onClick={() => clearPicks(address)}>
            {t('bulk.clear')}
          </Button>
          <div className="bulk-acts">
            {isPhone ? (
              <Menu align="start" trigger={<IconButton icon={Ellipsis} line tall label={t('bulk.more')} />}>
                {others.map(({ key, label, run }) => (
                  <MenuItem key={key} onSelect={run}>
                    {label}
                  </MenuItem>
                ))}
              </Menu>
            ) : (
              others.map(({ key, label, run }) => (
                <Button key={key} onClick={run}>
                  {label}
                </Button>
              ))
            )}
            {main && (
              <Button variant="primary" full={isPhone} onClick={main.run}>
                {main.label}
              </Button>
            )}
          </div>
        </section>
      )}
      {asked && (
        <LazyBoundary>
          {asked.act === 'end' ? (
            <EndDialog keys={asked.keys} onClose={() => setAsked(undefined)} />
          ) : (
            <TransferManyDialog keys={asked.keys} onClose={() => setAsked(undefined)} />
          )}
        </LazyBoundary>
      )}
    </>
  )
}

/** Escape that closes nothing else. */
function useEscape(run: () => void, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('[role="dialog"], .popup')) return
      run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}
