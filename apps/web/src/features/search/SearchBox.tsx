import { Search } from 'lucide-react'
import { type FormEvent, lazy, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { allTexts } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { Icon } from '../../kit/icons.tsx'
import { LazyBoundary } from '../../kit/LazyBoundary.tsx'
import { inTime } from '../../lib/chunk.ts'
import { isPlain, isShortcut } from '../../lib/shortcuts.ts'
import { searchPath } from './keyword.ts'

const SearchOverlay = lazy(
  inTime(async () => {
    const [{ SearchOverlay: overlay }] = await Promise.all([import('./SearchOverlay.tsx'), allTexts()])
    return { default: overlay }
  }),
)

/** In header and footer: Enter shows what was found. In the header the glass, or the key `/`, opens the line that suggests. */
export function SearchBox({ suggests = false }: { suggests?: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const keyword = String(new FormData(event.currentTarget).get('keyword') ?? '').trim()
    if (keyword !== '') navigate(searchPath(keyword))
  }
  return (
    <search className={suggests ? 'search-box suggests' : 'search-box'}>
      <form onSubmit={submit}>
        {suggests ? <SearchGlass /> : <Icon of={Search} size="small" />}
        <input
          type="search"
          name="keyword"
          aria-label={t('shell.search')}
          placeholder={t('shell.searchFor')}
          maxLength={200}
          enterKeyHint="search"
        />
      </form>
    </search>
  )
}

/** Opens the line over the whole screen. */
export function SearchGlass() {
  const { t } = useTranslation()
  const { key } = useLocation()
  // Open where it was opened, and no longer once another page was opened from there.
  const [openAt, setOpenAt] = useState<string>()
  useEffect(() => setOpenAt((at) => (at === key ? at : undefined)), [key])
  const glass = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isPlain(event) || !isShortcut(event)) return
      event.preventDefault()
      // The header's line keeps what is typed until the search has the focus.
      glass.current?.form?.querySelector('input')?.focus()
      setOpenAt(key)
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [key])
  return (
    <>
      <IconButton ref={glass} icon={Search} label={t('shell.searchOpen')} onClick={() => setOpenAt(key)} />
      <LazyBoundary>{openAt === key && <SearchOverlay opener={glass} onClose={() => setOpenAt(undefined)} />}</LazyBoundary>
    </>
  )
}
