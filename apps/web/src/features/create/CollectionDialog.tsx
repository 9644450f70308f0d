import type { Collection } from '@plinth/api'
import { TOKEN_STANDARD, type TokenStandard } from '@plinth/protocol'
import { useRef, useState } from 'react'
import { type CollectionContext, createCollectionFlow, creationOf } from '../../flows/acts/item/create-collection.ts'
import { FlowFoot } from '../../flows/engine/FlowFoot.tsx'
import { isBusy } from '../../flows/engine/step-views.ts'
import { useFlow } from '../../flows/engine/use-flow.ts'
import { findSame } from '../../flows/transactions/transactions.ts'
import { type TextKey, useTranslation } from '../../i18n/translate.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { TextArea, TextField } from '../../kit/Field.tsx'
import { isSecurePage } from '../../lib/links.ts'
import { useSession } from '../../lib/session.ts'
import {
  announcementOf,
  type CollectionDraft,
  type CollectionForm,
  collectionDraftKey,
  readCollectionDraft,
  writeCollectionDraft,
} from './collection-draft.ts'
import { megabytesOf } from './create-form.ts'
import { FileField } from './FileField.tsx'
import { WebsiteField } from './WebsiteField.tsx'

type Errors = Partial<Record<'file' | 'name' | 'symbol' | 'website', TextKey>>

/** In the documented order: file, display name, token name; then the website. */
export function findCollectionErrors(form: CollectionForm): Errors {
  return {
    ...(form.file ? {} : { file: 'form.noFile' as const }),
    ...(form.name.trim() === '' ? { name: 'form.noDisplayName' as const } : {}),
    ...(form.symbol.trim() === '' ? { symbol: 'form.noTokenName' as const } : {}),
    ...(isSecurePage(form.website.trim()) || form.website.trim() === '' ? {} : { website: 'create.noWebsite' as const }),
  }
}

export type CollectionDialogProps = {
  chainId: number
  standard: TokenStandard
  onClose: () => void
  onCreated: (collection: Collection) => void
}

/**
 * A cover, a permanent name, then: upload, create on chain, wait for the chain to confirm. A started creation outlives a reload;
 * closing forgets it, unless its transaction is on the way.
 */
export function CollectionDialog({ chainId, standard, onClose, onCreated }: CollectionDialogProps) {
  const { t } = useTranslation()
  const { address: account } = useSession()
  const key = collectionDraftKey(account, chainId, standard)
  const [draft, setDraft] = useState(() => readCollectionDraft(key))
  const { form } = draft
  const put = (next: CollectionDraft) => {
    setDraft(next)
    writeCollectionDraft(key, next)
  }
  const [isTouched, setTouched] = useState(false)
  /** An upload that ends after the dialog was closed must not bring back what it forgot. */
  const isForgotten = useRef(false)
  const { state, run } = useFlow(createCollectionFlow, {
    context: () => ({ ...contextOf(draft), chainId, standard, keep: (context) => isForgotten.current || put(draftOf(context)) }),
    onDone: ({ collection }) => {
      writeCollectionDraft(key, undefined)
      if (collection) onCreated(collection)
    },
  })
  const errors = isTouched ? findCollectionErrors(form) : {}
  const busy = isBusy(state)
  const change = (part: Partial<CollectionForm>) => {
    // The next press is about what the form says then, which another address belongs to.
    if (state.phase === 'failed') run.reset()
    put({ ...draft, form: { ...form, ...part }, address: undefined })
  }
  const submit = () => {
    setTouched(true)
    if (Object.keys(findCollectionErrors(form)).length === 0) run.submit()
  }
  const close = () => {
    const isOut = account !== undefined && findSame({ ...creationOf(draft.salt, form.name), chainId, account }) !== undefined
    isForgotten.current = !isOut
    if (!isOut) writeCollectionDraft(key, undefined)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={close}
      kicker={t(standard === TOKEN_STANDARD.ERC1155 ? 'create.collectionKickerEditions' : 'create.collectionKicker')}
      title={form.name.trim() || t('create.collectionTitle')}
      foot={
        <FlowFoot
          state={state}
          steps={[
            { key: 'upload', title: t('create.stepCover'), aside: t('create.toIpfs') },
            { key: 'create', title: t('create.stepCreate'), aside: t('create.networkFee'), asksWallet: true },
          ]}
          labels={{ act: t('create.createIt'), busy: t('create.creating'), done: t('create.created') }}
          submit={submit}
        />
      }
    >
      <fieldset className="dialog-form" disabled={busy}>
        <div>
          <div className="label">{t('create.coverFile')}</div>
          <FileField
            kind="collectionCover"
            takesPaste
            label={t('create.coverFile')}
            file={form.file}
            onChange={(file) => change({ file })}
            hint={t('create.coverFileHint', { max: megabytesOf('collectionCover') })}
            error={errors.file && t(errors.file)}
            disabled={busy}
          />
        </div>
        <TextField
          label={t('create.displayName')}
          value={form.name}
          maxLength={100}
          onChange={(event) => change({ name: event.target.value })}
          hint={t('create.nameForever')}
          error={errors.name && t(errors.name)}
        />
        <TextField
          label={t('create.symbol')}
          value={form.symbol}
          maxLength={30}
          onChange={(event) => change({ symbol: event.target.value })}
          hint={t('create.symbolHint')}
          error={errors.symbol && t(errors.symbol)}
        />
        <TextArea
          label={t('create.introduction')}
          aside={t('form.optional')}
          value={form.introduction}
          maxLength={2_000}
          onChange={(event) => change({ introduction: event.target.value })}
        />
        <WebsiteField value={form.website} onChange={(website) => change({ website })} error={errors.website && t(errors.website)} />
      </fieldset>
    </Dialog>
  )
}

/** Only called with a form that has no errors. */
function contextOf({ form, salt, address, announced, metadataUrl }: CollectionDraft): Omit<CollectionContext, 'chainId' | 'standard'> {
  const { file, name, symbol, introduction, website } = form
  if (!file) throw new Error('A collection needs a cover')
  const words = { name: name.trim(), symbol: symbol.trim(), description: introduction.trim(), externalUrl: website.trim() }
  const isKept = announced === announcementOf(form) && metadataUrl !== ''
  return { ...words, file, salt, ...(isKept && { metadataUrl }), ...(address && { address }) }
}

function draftOf({
  file,
  cover,
  name,
  symbol,
  description,
  externalUrl,
  salt,
  address,
  metadataUrl = '',
}: CollectionContext): CollectionDraft {
  const form = { file: cover ?? file, name, symbol, introduction: description, website: externalUrl }
  return { form, salt, address, announced: metadataUrl && announcementOf(form), metadataUrl }
}
