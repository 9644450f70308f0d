import type { ItemRecord } from '@plinth/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import { sessionState } from '../flows/session/session-store.ts'
import { useTranslation } from '../i18n/translate.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { toast } from '../kit/toast.tsx'
import { api, keyOf } from '../lib/api.ts'
import { askAgainAbout, setLiked } from '../lib/likes.ts'
import { useSignedIn } from './use-signed-in.ts'

type Likeable = Pick<ItemRecord, 'collection' | 'tokenId' | 'chainId' | 'isLiked'>

/**
 * Flips at once, and back with a message if the server refuses. Sends visitors to connect and come back; asks a wallet that has
 * not signed in to do so.
 */
export function LikeButton({ item }: { item: Likeable }) {
  const { t } = useTranslation()
  const signedIn = useSignedIn()
  const queries = useQueryClient()
  const { isLiked } = item
  const { mutate, isPending } = useMutation({
    mutationFn: (like: boolean) => {
      const { collection, tokenId, chainId } = item
      return like ? api.like.add({ collection, tokenId, chainId }) : api.like.remove({ collection, tokenId, chainId })
    },
    onMutate: (like) => {
      setLiked(item, like)
      return sessionState().address
    },
    onError: (error, like, by) => {
      if (by === sessionState().address) setLiked(item, !like)
      toast(error.message, 'bad')
    },
    onSuccess: (_, like, by) => {
      if (by === sessionState().address) setLiked(item, like)
      return Promise.all([
        askAgainAbout(item),
        queries.invalidateQueries({ queryKey: keyOf(api.user.like) }),
        queries.invalidateQueries({ queryKey: keyOf(api.user.stat) }),
        queries.invalidateQueries({ queryKey: keyOf(api.notices.count) }),
      ])
    },
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
