import type { Collection } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Thumb } from '../../entities/cards/Thumb.tsx'
import { useCategoryName } from '../../entities/category-name.ts'
import { describeCollectionFlow, editImportedFlow } from '../../flows/acts/item/describe-collection.ts'
import { FlowFoot } from '../../flows/engine/FlowFoot.tsx'
import { isBusy } from '../../flows/engine/step-views.ts'
import { useFlow } from '../../flows/engine/use-flow.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Switch } from '../../kit/choices.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Select, TextArea, TextField } from '../../kit/Field.tsx'
import { IconButton } from '../../kit/IconButton.tsx'
import { queryClient } from '../../lib/api.ts'
import { isSecurePage } from '../../lib/links.ts'
import { thumbnail } from '../../lib/media.ts'
import { useCategories } from '../../lib/site.ts'
import { megabytesOf } from './create-form.ts'
import { FileField } from './FileField.tsx'
import { leafCategories } from './leaf-categories.ts'
import './create.css'
import { WebsiteField } from './WebsiteField.tsx'

type Form = {
  cover: File | undefined
  banner: File | undefined
  isBannerGone: boolean
  introduction: string
  website: string
  links: readonly string[]
  category: string
}

const MOST_LINKS = 5

/** What a collection says of itself, where it can be changed. */
export function EditDialog({ collection, address, onClose }: { collection: Collection; address: Address; onClose: () => void }) {
  const { t } = useTranslation()
  const { chainId, name, description, externalUrl, bannerUrl } = collection
  // Its contract was not compared with ours: it may have no place for a text.
  const isImported = !collection.codeMatches
  const [form, setForm] = useState<Form>(() => ({
    cover: undefined,
    banner: undefined,
    isBannerGone: false,
    introduction: description,
    website: externalUrl,
    links: collection.links,
    category: collection.categoryId === 0n ? '' : collection.categoryId.toString(),
  }))
  const [isTouched, setTouched] = useState(false)
  const website = form.website.trim()
  const links = form.links.map((link) => link.trim()).filter((link) => link !== '')
  const isFine = [website, ...links].every((link) => link === '' || isSecurePage(link))
  const isEdited = links.join('\n') !== collection.links.join('\n')
  const isMoved = form.category !== '' && form.category !== collection.categoryId.toString()
  const isCleared = form.category === '' && collection.categoryId !== 0n
  const isTextKept =
    form.introduction.trim() === description.trim() && website === externalUrl && !form.cover && !form.banner && !form.isBannerGone
  const { state, run } = useFlow(isImported ? editImportedFlow : describeCollectionFlow, {
    context: () => ({
      chainId,
      collection: address,
      name,
      description: form.introduction.trim(),
      externalUrl: website,
      cover: form.cover,
      banner: form.isBannerGone ? ('none' as const) : form.banner,
      category: isCleared ? 0n : isMoved ? BigInt(form.category) : undefined,
      links: isEdited ? links : undefined,
      isTextKept: isTextKept && (isEdited || isMoved || isCleared),
    }),
    onDone: () => void queryClient.invalidateQueries(),
  })
  const busy = isBusy(state)
  const change = (part: Partial<Form>) => {
    // The next press is about what the form says then.
    if (state.phase === 'failed') run.reset()
    setForm({ ...form, ...part })
  }
  const submit = () => {
    setTouched(true)
    if (isFine) run.submit()
  }
  const losesMark = collection.isVerified && !collection.isOfficial && (isEdited || form.cover !== undefined || website !== externalUrl)
  const saveStep = { key: 'save', title: t('collection.stepSave') }
  const publishSteps = [
    { key: 'store', title: t('create.stepStore'), aside: t('create.toIpfs') },
    { key: 'publish', title: t('create.stepPublish'), aside: t('create.networkFee'), asksWallet: true },
  ]
  return (
    <Dialog
      open
      onClose={onClose}
      kicker={t(isImported ? 'collection.editTitle' : 'create.editKicker')}
      title={name}
      foot={
        <FlowFoot
          state={state}
          steps={isImported ? [saveStep] : [saveStep, ...publishSteps]}
          labels={
            isImported
              ? { act: t('collection.save'), busy: t('collection.saving'), done: t('collection.saved') }
              : { act: t('create.publish'), busy: t('create.publishing'), done: t('create.published') }
          }
          submit={submit}
          {...(losesMark && { hint: t('collection.losesMark') })}
        />
      }
    >
      <fieldset className="dialog-form" disabled={busy}>
        {!isImported && <p className="muted">{t('create.editText')}</p>}
        <TextArea
          label={t('create.introduction')}
          aside={t('form.optional')}
          value={form.introduction}
          maxLength={2_000}
          onChange={(event) => change({ introduction: event.target.value })}
        />
        {!isImported && (
          <WebsiteField
            value={form.website}
            onChange={(website) => change({ website })}
            error={isTouched && website !== '' && !isSecurePage(website) ? t('create.noWebsite') : undefined}
          />
        )}
        <LinkFields links={form.links} isTouched={isTouched} onChange={(next) => change({ links: next })} />
        <CategoryField value={form.category} onChange={(category) => change({ category })} />
        <Picture label={t('create.coverFile')} now={collection.cover}>
          <FileField
            kind="collectionCover"
            takesPaste
            label={t('create.coverFile')}
            file={form.cover}
            onChange={(cover) => change({ cover })}
            hint={t('create.keptHint', { max: megabytesOf('collectionCover') })}
            disabled={busy}
          />
        </Picture>
        <Picture label={t('create.bannerFile')} now={bannerUrl}>
          {!form.isBannerGone && (
            <FileField
              kind="collectionCover"
              label={t('create.bannerFile')}
              file={form.banner}
              onChange={(banner) => change({ banner })}
              hint={t(bannerUrl ? 'create.keptHint' : 'create.bannerHint', { max: megabytesOf('collectionCover') })}
              disabled={busy}
            />
          )}
          {bannerUrl !== '' && (
            <Switch
              label={t('create.noBanner')}
              checked={form.isBannerGone}
              onChange={(isBannerGone) => change({ isBannerGone })}
              disabled={busy}
            />
          )}
        </Picture>
      </fieldset>
    </Dialog>
  )
}

type LinksProps = { links: readonly string[]; isTouched: boolean; onChange: (links: readonly string[]) => void }

/** Further pages of the owner, shown by their domains. */
function LinkFields({ links, isTouched, onChange }: LinksProps) {
  const { t } = useTranslation()
  return (
    <>
      {links.map((link, at) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: a link is its place until it is saved
          key={at}
          label={t('collection.linkAt', { at: at + 1 })}
          type="url"
          inputMode="url"
          value={link}
          maxLength={2_000}
          placeholder="https://"
          onChange={(event) => onChange(links.with(at, event.target.value))}
          error={isTouched && link.trim() !== '' && !isSecurePage(link.trim()) ? t('create.noWebsite') : undefined}
          end={
            <IconButton
              icon={X}
              size="small"
              label={t('collection.removeLink', { at: at + 1 })}
              onClick={() => onChange(links.toSpliced(at, 1))}
            />
          }
        />
      ))}
      {links.length < MOST_LINKS && (
        <Button size="small" onClick={() => onChange([...links, ''])}>
          {t('collection.addLink')}
        </Button>
      )}
    </>
  )
}

function CategoryField({ value, onChange }: { value: string; onChange: (category: string) => void }) {
  const { t } = useTranslation()
  const nameOf = useCategoryName()
  const options = leafCategories(useCategories()).map(({ id, path }) => ({ value: id.toString(), label: path.map(nameOf).join(', ') }))
  return (
    <Select
      label={t('create.category')}
      aside={t('form.optional')}
      placeholder={t('collection.noCategory')}
      value={value}
      options={options}
      onChange={onChange}
    />
  )
}

/** A picture that is there, and the way to another. */
function Picture({ label, now, children }: { label: string; now: string; children: ReactNode }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset of its own would draw a frame, and take the busy state of the one around it
    <div role="group" aria-labelledby={id} className="edit-picture">
      <div className="label" id={id}>
        {label}
      </div>
      {now !== '' && (
        <div className="row g12 muted">
          <Thumb {...thumbnail(now)} size={48} />
          {t('create.shownNow')}
        </div>
      )}
      {children}
    </div>
  )
}
