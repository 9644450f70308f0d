import type { Address } from '@plinth/protocol'
import { useState } from 'react'
import { Thumb } from '../../../entities/cards/Thumb.tsx'
import {
  type AcceptLine,
  type ChosenLine,
  lineKey,
  mostOf,
  type OwnWork,
  offerSums,
  worksOf,
} from '../../../entities/offers/accept-line.ts'
import { personName } from '../../../entities/person-name.ts'
import { exactText } from '../../../entities/price/amounts.ts'
import { networkFee } from '../../../entities/price/NetworkFee.tsx'
import { useApproved } from '../../../flows/acts/money/approval.ts'
import { acceptOffersFlow } from '../../../flows/acts/offer/accept-offers.ts'
import { FlowFoot } from '../../../flows/engine/FlowFoot.tsx'
import { namesText } from '../../../i18n/lists.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Dialog } from '../../../kit/Dialog.tsx'
import { thumbnail } from '../../../lib/media.ts'
import { useNetwork } from '../../../lib/site.ts'
import { refreshPages, useFreshPagesOnFailure } from '../fresh-pages.ts'
import { quantityError } from '../sale-form.ts'
import { useTradeForm } from '../use-trade-form.ts'
import { AcceptedLines, OneLine } from './AcceptedLines.tsx'

type Props = { lines: readonly AcceptLine[]; owner: Address; onClose: () => void }

/** What leaves, what comes of it after fee and royalties, then: allow the collections, sell in one transaction. */
export function AcceptOffersDialog({ lines: given, owner, onClose }: Props) {
  const { t, locale } = useTranslation()
  // Kept from the opening of the dialog: the terms can't change under the reader.
  const [lines] = useState(given)
  const [works, setWorks] = useState(() => new Map(worksOf(given).map((work, at) => [given[at] ? lineKey(given[at]) : '', work])))
  const chosen = lines.flatMap((line): ChosenLine[] => {
    const work = works.get(lineKey(line))
    return work ? [{ offer: line.offer, collectionName: line.collectionName, works: line.works, work }] : []
  })
  const [only] = chosen.length === 1 ? chosen : []
  const most = only ? mostOf(only.offer, only.work) : 1n
  const [typed, setTyped] = useState('1')
  const [sold, setSold] = useState<readonly boolean[]>()
  const wrong = only ? quantityError(typed, most) : undefined
  const quantity = wrong || !only ? 1n : BigInt(typed)
  const chainId = lines[0]?.offer.chainId ?? 0
  const network = useNetwork(chainId)?.name ?? ''
  const title = only ? only.work.name : t('inbox.title', { count: lines.length })
  // Offers that had gone by then brought nothing.
  const selling = sold ? chosen.filter((_, at) => sold[at]) : chosen
  const receives = totalsOf(selling, quantity, owner)
  const amount = namesText(receives, locale)
  const collections = [...new Map(lines.map(({ offer, collectionName }) => [offer.collection, collectionName]))]
  const isAllowed = useApproved(only?.offer)
  const { state, isBusy, submit, edit, shown } = useTradeForm(acceptOffersFlow, {
    context: () => ({
      chainId,
      title: only ? title : t('inbox.manyOffers', { count: lines.length }),
      collections: collections.map(([collection, collectionName]) => ({ collection, collectionName })),
      lines: chosen.map(({ offer, work }) => ({
        collection: offer.collection,
        tokenId: work.tokenId,
        quantity,
        shown: offer,
        receives: offerSums(offer, work, quantity, owner).receives,
      })),
      accepted: [],
    }),
    errors: { quantity: wrong },
    onDone: ({ accepted }) => {
      setSold(accepted)
      refreshPages()
    },
  })
  useFreshPagesOnFailure(state)
  const isDone = state.phase === 'done'
  const saidOf = (done: number) =>
    [t('inbox.sold', { amount }), ...(done < lines.length ? [t('inbox.partly', { done, count: lines.length })] : [])].join(' ')
  const choose = (line: AcceptLine, work: OwnWork) => edit(() => setWorks(new Map(works).set(lineKey(line), work)))
  return (
    <Dialog
      open
      title={title}
      kicker={only ? kickerOf(only, t) : t('inbox.kickerMany', { network })}
      thumb={<Thumb {...thumbnail(only?.work.image ?? chosen[0]?.work.image ?? '')} size={56} />}
      onClose={onClose}
      foot={
        <FlowFoot
          state={state}
          steps={[
            {
              key: 'approve',
              title: t('inbox.allow', {
                names: namesText(
                  collections.map(([, name]) => name),
                  locale,
                ),
                count: collections.length,
              }),
              aside: t('trade.allowAside'),
              asksWallet: true,
              doneBefore: isAllowed ? t('trade.allowed') : undefined,
            },
            {
              key: 'accept',
              title: t('inbox.acceptStep', { count: lines.length }),
              aside: networkFee('accept', chainId),
              asksWallet: true,
            },
          ]}
          labels={{
            act: t('inbox.sell', { amount }),
            busy: t('inbox.selling', { amount }),
            done: t('inbox.soldFor', { amount }),
          }}
          submit={submit}
          hint={isDone ? saidOf(selling.length) : t(only ? 'inbox.note' : 'inbox.noteMany')}
          giveUp={{ label: t('trade.lookAgain'), onPress: onClose }}
          closeWhenDone={onClose}
        />
      }
    >
      {only ? (
        <OneLine
          line={only}
          quantity={{ typed, amount: quantity, most, error: shown.quantity, onChange: (next) => edit(() => setTyped(next)) }}
          owner={owner}
          isFixed={isBusy || isDone}
          choose={(work) => choose(only, work)}
        />
      ) : (
        <AcceptedLines lines={selling} owner={owner} totals={receives} isFixed={isBusy || isDone} choose={choose} />
      )}
    </Dialog>
  )
}

type Said = ReturnType<typeof useTranslation>['t']
const kickerOf = ({ offer }: ChosenLine, t: Said): string =>
  t(offer.left > 1n ? 'inbox.kickerEach' : 'inbox.kicker', {
    name: personName(offer.user),
    price: exactText(offer.unitPrice, offer.payToken),
  })

/** One text for each money. */
function totalsOf(lines: readonly ChosenLine[], quantity: bigint, owner: Address): string[] {
  const byToken = Map.groupBy(lines, ({ offer }) => offer.payToken.address)
  return [...byToken.values()].flatMap((some) => {
    const [first] = some
    const sum = some.reduce((all, { offer, work }) => all + offerSums(offer, work, quantity, owner).receives, 0n)
    return first ? [exactText(sum, first.offer.payToken)] : []
  })
}
