import { AuctionsPage } from '../features/auctions/AuctionsPage.tsx'
import { useCardActs } from './use-card-acts.tsx'

export function Component() {
  const { actOf, dialogs } = useCardActs()
  return (
    <>
      <AuctionsPage actOf={actOf} />
      {dialogs}
    </>
  )
}
