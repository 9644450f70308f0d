import type { Person } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { FollowButton, useFollowed } from '../../entities/FollowButton.tsx'
import { RowList } from '../../entities/live-list/RowList.tsx'
import { PersonRow } from '../../entities/PersonRow.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { api, pagesOf } from '../../lib/api.ts'

export type FollowSide = 'follows' | 'followers'
export type FollowDialogProps = { address: Address; name: string; side: FollowSide; onClose: () => void }

const LIMIT = 20

/** The accounts that an account follows, or that follow it. */
export function FollowDialog({ address, name, side, onClose }: FollowDialogProps) {
  const { t } = useTranslation()
  const pages = useInfiniteQuery(pagesOf(api.follow[side], { address, page: 1, limit: LIMIT }))
  const people: Person[] = pages.data?.pages.flatMap(({ list }) => list) ?? []
  const followed = useFollowed(people.slice(0, 100).map((person) => person.address))
  return (
    <Dialog open onClose={onClose} kicker={name} title={t(`account.${side}Title`)}>
      <RowList pages={pages} empty={<p className="s16 muted">{t(`account.${side}None`)}</p>}>
        {(person) => (
          <PersonRow
            key={person.address}
            person={person}
            act={<FollowButton address={person.address} isFollowed={followed.has(person.address)} />}
          />
        )}
      </RowList>
    </Dialog>
  )
}
