import { type BoxRecord, pageTitle } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import type { BoxDialogs } from '../../entities/box-act.ts'
import { useFailureToast } from '../../entities/use-failure-toast.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { MissingPage } from '../../kit/MissingPage.tsx'
import { Skeleton } from '../../kit/marks.tsx'
import { FailedState } from '../../kit/states.tsx'
import { useChainConfigQuery, useConfig } from '../../lib/site.ts'
import { failureOf } from '../../wallet/errors.ts'
import { BoxFoot } from './BoxFoot.tsx'
import { BoxHead } from './BoxHead.tsx'
import { BoxStage } from './BoxStage.tsx'
import { BoxTabs } from './BoxTabs.tsx'
import { useBox } from './box-query.ts'
import { YourOpenings } from './YourOpenings.tsx'
import './box-page.css'

type Props = { id: bigint | undefined /** The route puts them in. */; useDialogs: BoxDialogs }

/** One series through its four states. */
export function BoxPage({ id, useDialogs }: Props) {
  return id === undefined ? <Missing /> : <Known id={id} useDialogs={useDialogs} />
}

function Known({ id, useDialogs }: { id: bigint; useDialogs: BoxDialogs }) {
  const box = useBox(id)
  // Contracts and clock of the chain it lives on, which need not be the one shown.
  const config = useQuery({ ...useChainConfigQuery(box.data?.chainId ?? 0), enabled: Boolean(box.data) })
  useFailureToast(box.error)
  if (box.isPending || (box.data && config.isPending)) return <BoxSkeleton />
  if (box.data === null) return <Missing />
  if (!box.data) return <Failed error={box.error} retry={() => box.refetch()} />
  return <Loaded box={box.data} useDialogs={useDialogs} />
}

function Loaded({ box, useDialogs }: { box: BoxRecord; useDialogs: BoxDialogs }) {
  const { site } = useConfig()
  const { open, dialogs } = useDialogs(box)
  return (
    <main>
      <title>{pageTitle(box.name, site.name)}</title>
      <div className="wrap box-page">
        <BoxStage box={box} />
        <div className="box-side">
          <BoxHead box={box} />
          <BoxFoot box={box} onOpen={(boxes) => open({ act: 'open', boxes })} />
        </div>
      </div>
      <YourOpenings box={box} open={open} />
      <BoxTabs box={box} open={open} />
      {dialogs}
    </main>
  )
}

function Missing() {
  const { t } = useTranslation()
  return <MissingPage title={t('box.notFoundTitle')} text={t('box.notFoundText')} to="/blindbox" way={t('box.toBoxes')} />
}

function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation()
  return (
    <main className="wrap page">
      <FailedState isPage title={t('box.detailFailed')} text={failureOf(error).text} retry={retry} />
    </main>
  )
}

function BoxSkeleton() {
  const { t } = useTranslation()
  return (
    <main>
      <div className="visually-hidden" role="status">
        <h1>{t('kit.loading')}</h1>
      </div>
      <div className="wrap box-page" aria-hidden="true">
        <div className="wall box-stage skeleton" />
        <div className="box-side">
          <Skeleton width={200} height={24} />
          <div className="box-title">
            <Skeleton width="80%" height={60} />
          </div>
          <Skeleton width={280} height={28} />
          <div className="box-foot">
            <Skeleton width={160} height={20} />
            <Skeleton width="50%" height={48} />
            <Skeleton width="100%" height={48} />
          </div>
        </div>
      </div>
    </main>
  )
}
