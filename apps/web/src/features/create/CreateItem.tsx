import { needsCover, TOKEN_STANDARD, type TokenStandard } from '@plinth/protocol'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link, Navigate } from 'react-router'
import { typedPrice, usePriceOutlier } from '../../entities/price/use-price-outlier.tsx'
import { lacksSigner } from '../../flows/acts/item/collection-signer.ts'
import type { MintContext } from '../../flows/acts/item/create-item.ts'
import { useAct } from '../../flows/engine/use-act.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Stepper } from '../../kit/choices.tsx'
import { Icon } from '../../kit/icons.tsx'
import { toast } from '../../kit/toast.tsx'
import { queryClient } from '../../lib/api.ts'
import { useCategories, useConfig } from '../../lib/site.ts'
import { AboutFields } from './AboutFields.tsx'
import { CollectionDialog } from './CollectionDialog.tsx'
import { CollectionPicker } from './CollectionPicker.tsx'
import { megabytesOf } from './create-form.ts'
import { Afresh, KeptNote } from './Draft.tsx'
import { FileField } from './FileField.tsx'
import { MintDialog } from './MintDialog.tsx'
import { Preview } from './Preview.tsx'
import { PropertyRows } from './PropertyRows.tsx'
import { SaleFields } from './SaleFields.tsx'
import { useCreateForm } from './use-create-form.ts'
import './create.css'

/** The form of a single item or an edition: everything about it on the left, how others will see it on the right. */
export function CreateItem({ standard }: { standard: TokenStandard }) {
  const { t } = useTranslation()
  const act = useAct()
  const { network } = useConfig()
  const categories = useCategories()
  const view = useCreateForm(network.chainId, standard)
  const isEdition = standard === TOKEN_STANDARD.ERC1155
  const kinds = isEdition ? ({ main: 'editionMain', cover: 'editionCover' } as const) : ({ main: 'main', cover: 'cover' } as const)
  const [isCollectionOpen, setCollectionOpen] = useState(false)
  const [minting, setMinting] = useState<MintContext>()
  const { form, change, errors, token } = view
  const far = usePriceOutlier({
    item: { chainId: network.chainId, collection: view.collection?.address || undefined },
    role: 'seller',
    unitPrice: form.onSale ? typedPrice(form.price, token) : 0n,
    token,
  })
  const isElsewhere = isCollectionOpen || minting !== undefined
  const isCoverMissing = form.file !== undefined && needsCover(form.file.type) && form.cover === undefined
  // A form without categories can't be sent (document B §4).
  if (categories.length === 0) return <Navigate to="/" replace />

  const submit = () => {
    const context = view.check()
    if (!context) return toast(t('form.invalid'), 'bad')
    far.confirm(() => act({ chainId: network.chainId, run: () => void open(context) }))
  }
  const open = async (context: MintContext) => {
    if (view.collection && (await lacksSigner(view.collection))) context.lacksSigner = true
    // A second press while the chain is read opens no second one.
    setMinting((current) => current ?? context)
  }
  return (
    <main className="wrap page create">
      <form noValidate onSubmit={(event) => event.preventDefault()}>
        <div className="row between">
          <Link className="back" to="/create">
            <Icon of={ArrowLeft} size="small" />
            {t('create.back')}
          </Link>
          {!view.isBlank && <Afresh onClear={view.clear} />}
        </div>
        <h1 className="d d56">{t(isEdition ? 'create.multiple' : 'create.single')}</h1>
        {view.draft.isBrought && !view.isBlank && <KeptNote draft={view.draft} />}
        <LazyBoundary legend={t('create.work')}>
          <FileField
            kind={kinds.main}
            takesPaste={!isElsewhere && !isCoverMissing}
            label={t('create.work')}
            file={form.file}
            onChange={(file) => change({ file, cover: undefined })}
            hint={t('create.fileHint', { max: megabytesOf(kinds.main) })}
            error={errors.file && t(errors.file)}
          />
          {form.file && needsCover(form.file.type) && (
            <div className="create-cover">
              <div className="label">{t('create.cover')}</div>
              <FileField
                kind={kinds.cover}
                takesPaste={!isElsewhere && isCoverMissing}
                label={t('create.cover')}
                file={form.cover}
                onChange={(cover) => change({ cover })}
                hint={t('create.coverHint')}
                error={errors.cover && t(errors.cover)}
              />
            </div>
          )}
        </LazyBoundary>
        <LazyBoundary legend={t('create.about')}>
          <AboutFields form={form} onChange={change} errors={errors} />
        </LazyBoundary>
        {isEdition && (
          <LazyBoundary legend={t('create.edition')}>
            <Stepper
              label={t('create.quantity')}
              hint={t(form.onSale && form.isMintedLater ? 'create.quantityHintLater' : 'create.quantityHint')}
              value={form.quantity}
              onChange={(quantity) => change({ quantity })}
              less={t('trade.less')}
              more={t('trade.more')}
              error={errors.quantity && t(errors.quantity)}
            />
          </LazyBoundary>
        )}
        <LazyBoundary legend={t('create.collection')}>
          <CollectionPicker
            collections={view.collections}
            chosen={form.collection}
            onChoose={(collection) => change({ collection })}
            onNew={() => act({ chainId: network.chainId, run: () => setCollectionOpen(true) })}
            error={errors.collection && t(errors.collection)}
          />
        </LazyBoundary>
        <LazyBoundary legend={t('create.properties')}>
          <PropertyRows properties={form.properties} onChange={(properties) => change({ properties })} />
        </LazyBoundary>
        <LazyBoundary legend={t('create.sale')}>
          <SaleFields
            form={form}
            tokens={view.tokens}
            token={token}
            isEdition={isEdition}
            quantity={view.quantity}
            onChange={change}
            error={errors.price && t(errors.price)}
            priceOutlier={far.warning}
          />
        </LazyBoundary>
      </form>
      <Preview
        form={form}
        collection={view.collection}
        symbol={token?.symbol ?? network.symbol}
        quantity={isEdition ? view.quantity : undefined}
        onSubmit={submit}
      />
      {isCollectionOpen && (
        <CollectionDialog
          chainId={network.chainId}
          standard={standard}
          onClose={() => setCollectionOpen(false)}
          onCreated={(collection) => {
            void queryClient.invalidateQueries()
            change({ collection: collection.address })
            setCollectionOpen(false)
          }}
        />
      )}
      {minting && <MintDialog context={minting} onClose={() => setMinting(undefined)} onMade={view.clear} />}
    </main>
  )
}

function LazyBoundary({ legend, children }: { legend: string; children: React.ReactNode }) {
  return (
    <fieldset className="part">
      <legend className="d d22">{legend}</legend>
      <div>{children}</div>
    </fieldset>
  )
}
