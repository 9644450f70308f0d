import { leastUnitPrice, moneyOf, type TokenStandard } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MintContext } from '../../flows/acts/item/create-item.ts'
import { api, queryOf } from '../../lib/api.ts'
import { chainNow } from '../../lib/clock.ts'
import { useWhileDown } from '../../lib/live-state.ts'
import { useSession } from '../../lib/session.ts'
import { payTokensQuery, useChainConfig } from '../../lib/site.ts'
import { isMintable, shownCollections } from './collections.ts'
import { type CreateErrors, type CreateForm, findCreateErrors, quantityOf } from './create-form.ts'
import { forgetDraft, isBlank, readDraft, writeDraft } from './drafts.ts'
import { contentOf, contextOf } from './mint-context.ts'
import { useDraft } from './use-draft.ts'

/** The form, what it can choose from, and what it becomes when it is sent. */
export function useCreateForm(chainId: number, standard: TokenStandard) {
  const { address } = useSession()
  const refetchInterval = useWhileDown(5_000)
  const { data: listed } = useQuery({ ...queryOf(api.user.listcontract, { address, chainId }), refetchInterval })
  const { sellerFee } = useChainConfig(chainId)
  const { data: payTokens } = useQuery(payTokensQuery(chainId))
  const { key, draft } = useDraft(standard)
  const { form } = draft
  const [isTouched, setTouched] = useState(false)
  const collections = shownCollections(listed ?? [], { chainId, standard, now: chainNow() })
  const tokens = (payTokens ?? []).filter((each) => each.chainId === chainId).toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
  const token = tokens.find(({ address: its }) => its === form.payToken) ?? tokens[0]
  const collection = collections.find((each) => isMintable(each) && each.address === form.collection) ?? collections.find(isMintable)
  const shown = { ...form, collection: collection?.address ?? '' }
  const found = findCreateErrors(shown, token && { decimals: token.decimals, least: leastUnitPrice(moneyOf(token.address)) }, standard)
  const quantity = quantityOf(shown, standard)
  const errors: CreateErrors = isTouched ? found : {}

  const check = (): MintContext | undefined => {
    setTouched(true)
    if (Object.keys(found).length > 0 || !collection || !isMintable(collection) || quantity === undefined) return undefined
    const context = contextOf({ form, collection, token, quantity, sellerFee, now: chainNow() })
    const { made } = draft
    // Another account’s number would mint nothing, and another item has a number of its own.
    if (made && made.work === contentOf(context, address)) Object.assign(context, { voucher: made.voucher, metadataUrl: made.metadataUrl })
    return Object.assign(context, { save: saver(form) })
  }
  /** What comes back after the form was emptied or changed is another item's. */
  const saver = (sent: CreateForm) => {
    let current = sent
    return (context: MintContext) => {
      const now = readDraft(key)
      if (now.form !== current) return
      const { file, cover, voucher, metadataUrl } = context
      current = { ...now.form, file, ...(cover ? { cover } : {}) }
      writeDraft(key, { ...now, form: current, made: voucher && { work: contentOf(context, address), voucher, metadataUrl } })
    }
  }
  const change = (part: Partial<CreateForm>) => {
    const now = readDraft(key)
    writeDraft(key, { ...now, form: { ...now.form, ...part } })
  }
  const clear = () => {
    forgetDraft(key)
    setTouched(false)
  }
  return { form: shown, draft, isBlank: isBlank(draft), change, clear, errors, tokens, token, quantity, collections, collection, check }
}
