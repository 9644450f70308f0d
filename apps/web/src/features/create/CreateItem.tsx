import { needsCover, ORDER_LIFE_S, parseUnits } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, Navigate } from 'react-router'
import type { MintContext } from '../../flows/create-item.ts'
import { useAct } from '../../flows/use-act.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Icon } from '../../kit/icons.tsx'
import { toast } from '../../kit/toast.tsx'
import { api, queryClient, queryOf } from '../../lib/api.ts'
import { chainNow } from '../../lib/clock.ts'
import { useSession } from '../../lib/session.ts'
import { payTokensQuery, useCategories, useConfig } from '../../lib/site.ts'
import { AboutFields } from './AboutFields.tsx'
import { CollectionDialog } from './CollectionDialog.tsx'
import { CollectionPicker } from './CollectionPicker.tsx'
import { isMintable, shownCollections } from './collections.ts'
import {
  type CreateErrors,
  type CreateForm,
  EMPTY_FORM,
  findCreateErrors,
  megabytesOf,
  royaltyBpsOf,
  sentProperties,
} from './create-form.ts'
import { FileField } from './FileField.tsx'
import { MintDialog } from './MintDialog.tsx'
import { Preview } from './Preview.tsx'
import { PropertyRows } from './PropertyRows.tsx'
import { SaleFields } from './SaleFields.tsx'
import './create.css'

/** The single form: everything about one work on the left, how others will see it on the right. */
export function CreateItem() {
  const { t } = useTranslation()
  const act = useAct()
  const { network } = useConfig()
  const categories = useCategories()
  const view = useCreateForm(network.chainId)
  const [isCollectionOpen, setCollectionOpen] = useState(false)
  const [minting, setMinting] = useState<MintContext>()
  const formElement = useRef<HTMLFormElement>(null)
  const { form, change, errors, token } = view
  // A form without categories can't be sent (document B §4).
  if (categories.length === 0) return <Navigate to="/" replace />

  const submit = () => {
    const context = view.check()
    if (context) return act({ chainId: network.chainId, run: () => setMinting(context) })
    toast(t('form.invalid'), 'bad')
    requestAnimationFrame(() => formElement.current?.querySelector<HTMLElement>('[aria-invalid="true"], .file.invalid input')?.focus())
  }
  return (
    <main className="wrap page create">
      <form ref={formElement} noValidate onSubmit={(event) => event.preventDefault()}>
        <Link className="back" to="/create">
          <Icon of={ArrowLeft} size="small" />
          {t('create.back')}
        </Link>
        <h1 className="d d56">{t('create.single')}</h1>
        <Part legend={t('create.work')}>
          <FileField
            kind="main"
            label={t('create.work')}
            file={form.file}
            onChange={(file) => change({ file, cover: undefined })}
            hint={t('create.fileHint', { max: megabytesOf('main') })}
            error={errors.file && t(errors.file)}
          />
          {form.file && needsCover(form.file.type) && (
            <div className="create-cover">
              <div className="label">{t('create.cover')}</div>
              <FileField
                kind="cover"
                label={t('create.cover')}
                file={form.cover}
                onChange={(cover) => change({ cover })}
                hint={t('create.coverHint')}
                error={errors.cover && t(errors.cover)}
              />
            </div>
          )}
        </Part>
        <Part legend={t('create.about')}>
          <AboutFields form={form} onChange={change} errors={errors} />
        </Part>
        <Part legend={t('create.collection')}>
          <CollectionPicker
            collections={view.collections}
            chosen={form.collection}
            onChoose={(collection) => change({ collection })}
            onNew={() => act({ chainId: network.chainId, run: () => setCollectionOpen(true) })}
            error={errors.collection && t(errors.collection)}
          />
        </Part>
        <Part legend={t('create.properties')}>
          <PropertyRows properties={form.properties} onChange={(properties) => change({ properties })} />
        </Part>
        <Part legend={t('create.sale')}>
          <SaleFields form={form} token={token} onChange={change} error={errors.price && t(errors.price)} />
        </Part>
      </form>
      <Preview form={form} collection={view.collection} symbol={token?.symbol ?? network.symbol} onSubmit={submit} />
      {isCollectionOpen && (
        <CollectionDialog
          chainId={network.chainId}
          onClose={() => setCollectionOpen(false)}
          onCreated={(collection) => {
            void queryClient.invalidateQueries()
            change({ collection: collection.address })
            setCollectionOpen(false)
          }}
        />
      )}
      {minting && <MintDialog context={minting} onClose={() => setMinting(undefined)} />}
    </main>
  )
}

function Part({ legend, children }: { legend: string; children: React.ReactNode }) {
  return (
    <fieldset className="part">
      <legend className="d d22">{legend}</legend>
      <div>{children}</div>
    </fieldset>
  )
}

/** The form, what it can choose from, and what it becomes when it is sent. */
function useCreateForm(chainId: number) {
  const { address } = useSession()
  const { data: listed } = useQuery({ ...queryOf(api.user.listcontract, { address, chainId }), refetchInterval: 5_000 })
  const { data: tokens } = useQuery(payTokensQuery(chainId))
  const [form, setForm] = useState<CreateForm>(EMPTY_FORM)
  const [isTouched, setTouched] = useState(false)
  /** What was uploaded and allotted for this form, so that opening the dialog again never mints twice. */
  const kept = useRef<{ form: CreateForm; by: typeof address; context: MintContext }>(undefined)
  const collections = shownCollections(listed ?? [], chainId, chainNow())
  const token =
    tokens?.find((candidate) => candidate.chainId === chainId && candidate.isDefault) ?? tokens?.find((each) => each.chainId === chainId)
  const shown = form.collection === '' ? { ...form, collection: collections.find(isMintable)?.address ?? '' } : form
  const collection = collections.find((each) => each.address !== '' && each.address === shown.collection)
  const found = findCreateErrors(shown, token?.decimals)
  const errors: CreateErrors = isTouched ? found : {}

  const check = (): MintContext | undefined => {
    setTouched(true)
    if (Object.keys(found).length > 0 || !collection || !isMintable(collection) || !form.file) return undefined
    // Another account’s number would mint nothing.
    if (kept.current?.form === form && kept.current.by === address) return kept.current.context
    const context: MintContext = {
      chainId,
      collection: collection.address,
      collectionName: collection.name,
      name: form.name.trim(),
      description: form.description.trim(),
      category: BigInt(form.category),
      properties: sentProperties(form.properties),
      royaltyBps: royaltyBpsOf(form) ?? 0,
      file: form.file,
      cover: needsCover(form.file.type) ? form.cover : undefined,
      sale:
        form.onSale && token
          ? { unitPrice: parseUnits(form.price, token.decimals), payToken: token, validUntil: chainNow() + ORDER_LIFE_S }
          : undefined,
    }
    kept.current = { form, by: address, context }
    return context
  }
  const change = (part: Partial<CreateForm>) => setForm((before) => ({ ...before, ...part }))
  return { form: shown, change, errors, token, collections, collection, check }
}
