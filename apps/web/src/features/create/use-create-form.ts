import { leastUnitPrice, moneyOf, needsCover, ORDER_LIFE_S, parseUnits, type TokenStandard } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { MintContext } from '../../flows/create-item.ts'
import { useKeptForm } from '../../flows/kept-form.ts'
import { api, queryOf } from '../../lib/api.ts'
import { chainNow } from '../../lib/clock.ts'
import { useWhileDown } from '../../lib/live-state.ts'
import { useSession } from '../../lib/session.ts'
import { payTokensQuery, useChainConfig } from '../../lib/site.ts'
import { isMintable, shownCollections } from './collections.ts'
import {
  type CreateErrors,
  type CreateForm,
  EMPTY_FORM,
  findCreateErrors,
  quantityOf,
  royaltyBpsOf,
  sentProperties,
} from './create-form.ts'

/** The form, what it can choose from, and what it becomes when it is sent. */
export function useCreateForm(chainId: number, standard: TokenStandard) {
  const { address } = useSession()
  const refetchInterval = useWhileDown(5_000)
  const { data: listed } = useQuery({ ...queryOf(api.user.listcontract, { address, chainId }), refetchInterval })
  const { sellerFee } = useChainConfig(chainId)
  const { data: payTokens } = useQuery(payTokensQuery(chainId))
  const [form, setForm] = useKeptForm<CreateForm>(`create ${standard}`, EMPTY_FORM)
  const [isTouched, setTouched] = useState(false)
  /** What was uploaded and allotted for this form, so that opening the dialog again never mints twice. */
  const kept = useRef<{ form: CreateForm; by: typeof address; context: MintContext }>(undefined)
  const collections = shownCollections(listed ?? [], { chainId, standard, now: chainNow() })
  const tokens = (payTokens ?? []).filter((each) => each.chainId === chainId).toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
  const token = tokens.find(({ address: its }) => its === form.payToken) ?? tokens[0]
  const shown = form.collection === '' ? { ...form, collection: collections.find(isMintable)?.address ?? '' } : form
  const collection = collections.find((each) => each.address !== '' && each.address === shown.collection)
  const found = findCreateErrors(shown, token && { decimals: token.decimals, least: leastUnitPrice(moneyOf(token.address)) }, standard)
  const quantity = quantityOf(shown, standard)
  const errors: CreateErrors = isTouched ? found : {}

  const check = (): MintContext | undefined => {
    setTouched(true)
    if (Object.keys(found).length > 0 || !collection || !isMintable(collection) || !form.file || quantity === undefined) return undefined
    // Another account’s number would mint nothing.
    if (kept.current?.form === form && kept.current.by === address) return kept.current.context
    const context: MintContext = {
      chainId,
      collection: collection.address,
      collectionName: collection.name,
      standard,
      quantity,
      name: form.name.trim(),
      description: form.description.trim(),
      category: BigInt(form.category),
      properties: sentProperties(form.properties),
      royaltyBps: royaltyBpsOf(form) ?? 0,
      file: form.file,
      cover: needsCover(form.file.type) ? form.cover : undefined,
      sale:
        form.onSale && token
          ? {
              unitPrice: parseUnits(form.price, token.decimals),
              payToken: token,
              validUntil: chainNow() + ORDER_LIFE_S,
              sellerFeeBps: sellerFee,
            }
          : undefined,
    }
    kept.current = { form, by: address, context }
    return context
  }
  const change = (part: Partial<CreateForm>) => setForm((before) => ({ ...before, ...part }))
  return { form: shown, change, errors, tokens, token, quantity, collections, collection, check }
}
