import type { Address } from '@plinth/protocol'
import { type Query, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserCheck, UserPlus } from 'lucide-react'
import { useTranslation } from '../i18n/translate.ts'
import { Button } from '../kit/Button.tsx'
import { Icon } from '../kit/icons.tsx'
import { toast } from '../kit/toast.tsx'
import { api, keyOf, queryOf } from '../lib/api.ts'
import { isConnected, useSession } from '../lib/session.ts'
import { useSignedIn } from './use-signed-in.ts'

/** Which of these accounts the reader follows; asked only with a wallet (ACC-17). */
export function useFollowed(people: readonly Address[]): ReadonlySet<string> {
  const session = useSession()
  const { address } = session
  const { data } = useQuery({
    ...queryOf(api.follow.match, { address, people: [...people] }),
    enabled: isConnected(session) && people.length > 0,
  })
  return new Set(data?.map(({ followed }) => followed))
}

type Matched = Awaited<ReturnType<typeof api.follow.match>>

/** Updates every cached read that says whether the account is followed. */
function setFollowed(queries: QueryClient, me: Address | undefined, address: Address, isFollowed: boolean): void {
  if (!me) return
  const isAsked = ({ queryKey: [, input] }: Query) => {
    const { address: by, people } = input as { address?: Address; people: readonly Address[] }
    return by === me && people.includes(address)
  }
  queries.setQueriesData<Matched>({ queryKey: keyOf(api.follow.match), predicate: isAsked }, (known) => {
    const others = known?.filter(({ followed }) => followed !== address)
    return others && isFollowed ? [...others, { follower: me, followed: address }] : others
  })
}

export type FollowButtonProps = { address: Address; isFollowed: boolean; full?: boolean }

/** Flips at once, and back with a message if the server refuses. An account can't follow itself. */
export function FollowButton({ address, isFollowed, full }: FollowButtonProps) {
  const { t } = useTranslation()
  const { address: me } = useSession()
  const queries = useQueryClient()
  const signedIn = useSignedIn()
  const { mutate, isPending } = useMutation({
    mutationFn: (follow: boolean) => (follow ? api.follow.add({ address }) : api.follow.delete({ address })),
    onMutate: (follow) => {
      setFollowed(queries, me, address, follow)
      return me
    },
    onError: (error, follow, by) => {
      setFollowed(queries, by, address, !follow)
      toast(error.message, 'bad')
    },
    onSuccess: () =>
      Promise.all(
        [api.follow.match, api.follow.follows, api.follow.followers, api.user.stat, api.notices.count].map((call) =>
          queries.invalidateQueries({ queryKey: keyOf<never, unknown>(call) }),
        ),
      ),
  })
  if (me === address) return null
  return (
    <Button size="small" full={full} aria-pressed={isFollowed} disabled={isPending} onClick={() => signedIn(() => mutate(!isFollowed))}>
      <Icon of={isFollowed ? UserCheck : UserPlus} size="small" />
      {t(isFollowed ? 'account.unfollow' : 'account.follow')}
    </Button>
  )
}
