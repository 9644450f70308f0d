import type { BoxHistoryRecord, BoxRecord } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import type { Hex } from 'viem'
import { proveMissed } from '../../../flows/acts/box/box-proof.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Spinner } from '../../../kit/Spinner.tsx'
import './proof.css'

/** What an opening would have drawn that its owner did not show in time, once its secret is known. */
export function MissedDraw({ box, opening }: { box: BoxRecord; opening: BoxHistoryRecord }) {
  const { t } = useTranslation()
  const { data, isFetching } = useMissed(box.registerTx, opening)
  return (
    <section className="proof" aria-labelledby="missed-title" aria-busy={isFetching}>
      <h2 id="missed-title" className="d d28">
        {t('box.missedTitle')}
      </h2>
      <p className="muted">{t('box.missedText')}</p>
      <div role="status">
        {isFetching && (
          <span className="row g8 muted">
            <Spinner />
            {t('box.checking')}
          </span>
        )}
        {!isFetching && !data && <span className="field-error">{t('box.checkFailed')}</span>}
        {data && <p className="medium">{missedText(data.kinds, t)}</p>}
      </div>
      {data?.isWrong && (
        <p className="field-error" role="alert">
          {t('box.faults.WORD')}
        </p>
      )}
      {data && <p className="hint">{t('box.missedCount', { count: data.missed })}</p>}
    </section>
  )
}

function missedText(kinds: readonly number[] | undefined, t: ReturnType<typeof useTranslation>['t']): string {
  return kinds ? t('box.missedKinds', { kinds: kinds.map((kind) => kind + 1).join(' ') }) : t('box.missedWithheld')
}

function useMissed(registerTx: string, { chainId, contract, boxHash, request }: BoxHistoryRecord) {
  return useQuery({
    queryKey: ['box.missed', chainId, boxHash, request],
    queryFn: () => proveMissed({ registerTx: registerTx as Hex, chainId, blindBox: contract, box: boxHash, request }),
    refetchOnWindowFocus: false,
    retry: 1,
  })
}
