import { Dialog } from '@base-ui/react/dialog'
import { MOST_FOUND } from '@plinth/api'
import { PAGE } from '@plinth/protocol'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ArrowRight, Search, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { CollectionRow } from '../../entities/CollectionRow.tsx'
import { foundText } from '../../entities/explore/found-text.ts'
import { firstItemsQuery } from '../../entities/explore/items-query.ts'
import { RowCard } from '../../entities/explore/RowCard.tsx'
import { Marked } from '../../entities/Marked.tsx'
import { PersonRow } from '../../entities/PersonRow.tsx'
import { personName } from '../../entities/person-name.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { ButtonLink } from '../../kit/Button.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { PartFailed } from '../../kit/states.tsx'
import { useLayer } from '../../kit/use-layer.ts'
import { api, queryOf } from '../../lib/api.ts'
import { failedListText } from '../../lib/outage.ts'
import { useRested } from '../../lib/use-rested.ts'
import { searchPath } from './keyword.ts'
import './search.css'

/** The full-screen search: results while the visitor types, grouped; Enter shows all of them. */
export function SearchOverlay({ opener, onClose }: { opener: RefObject<HTMLButtonElement | null>; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const keyword = useRested(text.trim())
  const popup = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const isLeft = useRef(false)
  const close = () => {
    isLeft.current = true
    onClose()
  }
  useLayer(true, close)
  /** What was typed into the header while this opened. */
  const takeOver = () => {
    const line = opener.current?.form?.querySelector('input')
    if (!line || line.value === '') return
    setText(text + line.value)
    line.value = ''
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    navigate(searchPath(text))
  }
  return (
    <Dialog.Root open onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          className="search-overlay"
          aria-label={t('search.title')}
          initialFocus={input}
          // A visitor who goes on from here begins at the top of the next page, as after any link.
          finalFocus={() => (isLeft.current ? opener.current : false)}
          onKeyDown={(event) => popup.current && moveFocus(event, popup.current)}
        >
          <search className="search-line">
            <form onSubmit={submit}>
              <Icon of={Search} />
              <input
                ref={input}
                className="d"
                type="search"
                aria-label={t('search.label')}
                placeholder={t('search.placeholder')}
                value={text}
                onChange={(event) => setText(event.target.value)}
                onFocus={() => takeOver()}
                maxLength={200}
                enterKeyHint="search"
              />
              <Dialog.Close className="icon-button" aria-label={t('search.close')} title={t('search.close')}>
                <Icon of={X} />
              </Dialog.Close>
            </form>
          </search>
          <div className="search-body">
            {keyword === '' ? <p className="s16 muted">{t('search.promptText')}</p> : <Suggestions keyword={keyword} />}
          </div>
          <p className="search-keys s12 muted" aria-hidden="true">
            <kbd>Enter</kbd> {t('search.keyAll')} <kbd>↑</kbd> <kbd>↓</kbd> {t('search.keyMove')} <kbd>Esc</kbd> {t('search.keyClose')}
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Up and down walk through the line and what it found. */
function moveFocus(event: KeyboardEvent, popup: HTMLElement): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0) return
  const stops = [...popup.querySelectorAll<HTMLElement>('input, .search-body a')]
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + by]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function Suggestions({ keyword }: { keyword: string }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const ask = { search: keyword, page: 1, limit: PAGE.suggestions }
  const items = useQuery({ ...firstItemsQuery({ words: keyword }, PAGE.suggestions), placeholderData: keepPreviousData })
  const people = useQuery({ ...queryOf(api.home.searchuser, ask), placeholderData: keepPreviousData })
  const collections = useQuery({ ...queryOf(api.home.searchcontract, ask), placeholderData: keepPreviousData })
  const answers = [items, people, collections]
  const total = answers.reduce((sum, { data }) => sum + (data?.total ?? 0), 0)
  const formatted = foundText(
    total,
    answers.some(({ data }) => isAtLeast(data)),
    intl,
  )
  const isWhole = answers.every(({ data }) => data !== undefined)
  // Who has said no once is asked again; what the others found need not wait for that.
  if (answers.some(({ isPending, failureCount }) => isPending && failureCount === 0)) return <Spinner />
  if (answers.every(({ isLoadingError }) => isLoadingError))
    return (
      <p role="alert" className="field-error">
        {failedListText(items.error) ?? t('state.failedText')}
      </p>
    )
  return (
    <>
      <p className="visually-hidden" aria-live="polite">
        {(isWhole || total > 0) && t('search.found', { count: total, formatted })}
      </p>
      {isWhole && total === 0 && <p className="s16 muted">{t('search.nothing', { keyword })}</p>}
      <div className="search-groups">
        <Group title={t('search.works')} answer={items}>
          <div className="search-works">
            {items.data?.list.map((item) => (
              <RowCard key={`${item.chainId}:${item.collection}:${item.tokenId}`} row={item} />
            ))}
          </div>
        </Group>
        <div>
          <Group title={t('search.people')} answer={people}>
            {people.data?.list.map((person) => (
              <PersonRow key={person.address} person={person} name={<Marked name={personName(person)} keyword={keyword} />} />
            ))}
          </Group>
          <Group title={t('search.collections')} answer={collections}>
            {collections.data?.list.map((collection) => (
              <CollectionRow key={String(collection.id)} collection={collection} keyword={keyword} />
            ))}
          </Group>
        </div>
      </div>
      {(total > 0 || !isWhole) && (
        <ButtonLink to={searchPath(keyword)}>
          {isWhole ? t('search.all', { count: total, formatted }) : t('search.allUncounted')}
          <Icon of={ArrowRight} size="small" />
        </ButtonLink>
      )}
    </>
  )
}

type Found = { readonly total: number; readonly totalIsAtLeast?: boolean | undefined }
type Answer = Pick<UseQueryResult<Found>, 'data' | 'isPending' | 'isLoadingError' | 'refetch'>

/** The documented searches say by their total alone that they end there. */
const isAtLeast = (found: Found | undefined): boolean => found?.totalIsAtLeast === true || found?.total === MOST_FOUND

/** What was found of one kind; that it could not be looked for is said in its place. */
function Group({ title, answer, children }: { title: string; answer: Answer; children: ReactNode }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const count = answer.data?.total ?? 0
  if (count === 0 && !answer.isPending && !answer.isLoadingError) return null
  return (
    <section>
      <h2 className="d d22">
        {title} {count > 0 && <span className="s12 muted num">{foundText(count, isAtLeast(answer.data), intl)}</span>}
      </h2>
      {answer.isLoadingError && <PartFailed text={t('search.partFailed', { what: title })} retry={answer.refetch} />}
      {answer.isPending && <Spinner label={t('kit.loading')} />}
      {count > 0 && children}
    </section>
  )
}
