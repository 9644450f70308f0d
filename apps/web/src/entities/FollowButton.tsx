import type { Address } from '@plinth/protocol'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserCheck, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../i18n/translate.ts'
import { Button } from '../kit/Button.tsx'
import { Icon } from '../kit/icons.tsx'
import { toast } from '../kit/toast.tsx'
import { api, keyOf, queryOf } from '../lib/api.ts'
import { isConnected, useSession } from '../lib/session.ts'
import { useSignedIn } from './use-signed-in.ts'

/** Whom of these people the reader follows; asked only for a wallet that is there (ACC-17). */
export function useFollowed(people: readonly Address[]): ReadonlySet<string> {
  const session = useSession()
  const { address } = session
  const { data } = useQuery({
    ...queryOf(api.follow.match, { address, people: [...people] }),
    enabled: isConnected(session) && people.length > 0,
  })
  return new Set(data?.map(({ followed }) => followed))
}

export type FollowButtonProps = { address: Address; isFollowed: boolean; full?: boolean }

/** Flips at once, and back with a word if the server refuses. Nobody follows himself. */
export function FollowButton({ address, isFollowed, full }: FollowButtonProps) {
  const { t } = useTranslation()
  const session = useSession()
  const queries = useQueryClient()
  const signedIn = useSignedIn()
  const [chosen, setChosen] = useState<boolean>()
  const follows = chosen ?? isFollowed
  const { mutate, isPending } = useMutation({
    mutationFn: (follow: boolean) => (follow ? api.follow.add({ address }) : api.follow.delete({ address })),
    onMutate: (follow) => setChosen(follow),
    onError: (error) => {
      setChosen(undefined)
      toast(error.message, 'bad')
    },
    onSuccess: () =>
      Promise.all(
        [api.follow.match, api.follow.follows, api.follow.followers, api.user.stat, api.notices.count].map((call) =>
          queries.invalidateQueries({ queryKey: keyOf<never, unknown>(call) }),
        ),
      ),
  })
  if (session.address === address) return null
  return (
    <Button size="small" full={full} aria-pressed={follows} disabled={isPending} onClick={() => signedIn(() => mutate(!follows))}>
      <Icon of={follows ? UserCheck : UserPlus} size="small" />
      {t(follows ? 'account.unfollow' : 'account.follow')}
    </Button>
  )
}
