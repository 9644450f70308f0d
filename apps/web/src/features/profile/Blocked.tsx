import { useInfiniteQuery } from '@tanstack/react-query'
import { ListFoot } from '../../entities/live-list/ListFoot.tsx'
import { refreshPassed } from '../../entities/offers/PassMenu.tsx'
import { PersonRow } from '../../entities/PersonRow.tsx'
import { personName } from '../../entities/person-name.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { toast } from '../../kit/toast.tsx'
import { keyOf, nextPage } from '../../lib/api.ts'
import { useNearEnd } from '../../lib/near-end.ts'
import { offerApi } from '../../lib/offer-api.ts'
import { useSession } from '../../lib/session.ts'
import { failureOf } from '../../wallet/errors.ts'

const LIMIT = 50

/** Accounts that the viewer blocked, each with its unblock (MORE-01). */
export function Blocked() {
  const { t } = useTranslation()
  const { status, address } = useSession()
  const pages = useInfiniteQuery({
    queryKey: [...keyOf(offerApi.blocked, { page: 1, limit: LIMIT }), address],
    queryFn: ({ pageParam, signal }) => offerApi.blocked({ page: pageParam, limit: LIMIT }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    enabled: status === 'loggedIn',
  })
  const end = useNearEnd<HTMLDivElement>(() => pages.fetchNextPage(), pages.hasNextPage && !pages.isFetchingNextPage && !pages.isError)
  const people = (pages.data?.pages ?? []).flatMap(({ list }) => list)
  const unblock = async (who: (typeof people)[number]['user']) => {
    try {
      await offerApi.unblock({ address: who.address })
      await refreshPassed()
    } catch (error) {
      toast(failureOf(error).text, 'bad')
    }
  }
  return (
    <section className="profile-care" aria-label={t('inbox.blocks')}>
      <h2 className="d d22">{t('inbox.blocks')}</h2>
      <p className="muted">{t('inbox.blocksText')}</p>
      {pages.data && people.length === 0 && <p className="muted">{t('inbox.blocksNone')}</p>}
      {people.map(({ user }) => (
        <PersonRow
          key={user.address}
          person={user}
          act={
            <Button size="small" aria-label={t('inbox.unblock', { name: personName(user) })} onClick={() => void unblock(user)}>
              {t('inbox.unblockAct')}
            </Button>
          }
        />
      ))}
      <div ref={end}>
        <ListFoot pages={pages} />
      </div>
    </section>
  )
}
