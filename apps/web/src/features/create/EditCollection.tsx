import type { Collection } from '@plinth/api'
import { type Address, ZERO_ADDRESS } from '@plinth/protocol'
import { type ReactNode, useId, useState } from 'react'
import { Thumb } from '../../entities/cards/Thumb.tsx'
import { useSignedIn } from '../../entities/use-signed-in.ts'
import { describeCollectionFlow } from '../../flows/acts/item/describe-collection.ts'
import { FlowFoot } from '../../flows/engine/FlowFoot.tsx'
import { isBusy } from '../../flows/engine/step-views.ts'
import { useFlow } from '../../flows/engine/use-flow.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Switch } from '../../kit/choices.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { TextArea, TextField } from '../../kit/Field.tsx'
import { queryClient } from '../../lib/api.ts'
import { isWebPage } from '../../lib/links.ts'
import { thumbnail } from '../../lib/media.ts'
import { useSession } from '../../lib/session.ts'
import { megabytesOf } from './create-form.ts'
import { FileField } from './FileField.tsx'
import './create.css'

/** For the owner of a collection that was made here: a contract from elsewhere may have no place for a text. */
export function EditCollection({ collection }: { collection: Collection }) {
  const { t } = useTranslation()
  const { address } = useSession()
  const signedIn = useSignedIn()
  const [isOpen, setOpen] = useState(false)
  if (address !== collection.owner || collection.signer === ZERO_ADDRESS || collection.address === '') return null
  return (
    <>
      <Button size="small" onClick={() => signedIn(() => setOpen(true))}>
        {t('create.editCollection')}
      </Button>
      {isOpen && <EditDialog collection={collection} address={collection.address} onClose={() => setOpen(false)} />}
    </>
  )
}

type Form = { cover: File | undefined; banner: File | undefined; isBannerGone: boolean; introduction: string; website: string }

function EditDialog({ collection, address, onClose }: { collection: Collection; address: Address; onClose: () => void }) {
  const { t } = useTranslation()
  const { chainId, name, description, externalUrl, bannerUrl } = collection
  const [form, setForm] = useState<Form>(() => ({
    cover: undefined,
    banner: undefined,
    isBannerGone: false,
    introduction: description,
    website: externalUrl,
  }))
  const [isTouched, setTouched] = useState(false)
  const website = form.website.trim()
  const isFine = website === '' || isWebPage(website)
  const { state, run } = useFlow(describeCollectionFlow, {
    context: () => ({
      chainId,
      collection: address,
      name,
      description: form.introduction.trim(),
      externalUrl: website,
      cover: form.cover,
      banner: form.isBannerGone ? ('none' as const) : form.banner,
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
  return (
    <Dialog
      open
      onClose={onClose}
      kicker={t('create.editKicker')}
      title={name}
      foot={
        <FlowFoot
          state={state}
          steps={[
            { key: 'store', title: t('create.stepStore'), aside: t('create.toIpfs') },
            { key: 'publish', title: t('create.stepPublish'), aside: t('create.networkFee'), asksWallet: true },
          ]}
          labels={{ act: t('create.publish'), busy: t('create.publishing'), done: t('create.published') }}
          submit={submit}
        />
      }
    >
      <fieldset className="dialog-form" disabled={busy}>
        <p className="muted">{t('create.editText')}</p>
        <TextArea
          label={t('create.introduction')}
          aside={t('form.optional')}
          value={form.introduction}
          maxLength={2_000}
          onChange={(event) => change({ introduction: event.target.value })}
        />
        <TextField
          label={t('create.website')}
          aside={t('form.optional')}
          type="url"
          inputMode="url"
          value={form.website}
          maxLength={2_000}
          placeholder="https://"
          onChange={(event) => change({ website: event.target.value })}
          error={isTouched && !isFine ? t('create.noWebsite') : undefined}
        />
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
