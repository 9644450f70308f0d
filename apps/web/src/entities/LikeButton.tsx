import type { ItemRecord } from '@plinth/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../i18n/translate.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { toast } from '../kit/toast.tsx'
import { api, keyOf } from '../lib/api.ts'
import { useSignedIn } from './use-signed-in.ts'

type Likeable = Pick<ItemRecord, 'collection' | 'tokenId' | 'chainId' | 'isLiked'>

/** Flips at once and flips back with a word if the server refuses. Visitors are sent to connect and come back; a wallet that has not signed in is asked to. */
export function LikeButton({ item }: { item: Likeable }) {
  const { t } = useTranslation()
  const signedIn = useSignedIn()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<boolean>()
  const isLiked = chosen ?? item.isLiked
  const { mutate, isPending } = useMutation({
    mutationFn: (like: boolean) => {
      const { collection, tokenId, chainId } = item
      return like ? api.like.add({ collection, tokenId, chainId }) : api.like.remove({ collection, tokenId, chainId })
    },
    onMutate: (like) => setChosen(like),
    onError: (error) => {
      setChosen(undefined)
      toast(error.message, 'bad')
    },
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: keyOf(api.user.like) }),
        queries.invalidateQueries({ queryKey: keyOf(api.user.stat) }),
        queries.invalidateQueries({ queryKey: keyOf(api.notices.count) }),
      ]),
  })
  return (
    <IconButton
      icon={Heart}
      label={t(isLiked ? 'item.unlike' : 'item.like')}
      aria-pressed={isLiked}
      filled={isLiked}
      disabled={isPending}
      className={isLiked ? 'like on' : 'like'}
      onClick={() => signedIn(() => mutate(!isLiked))}
    />
  )
}
