import type { BoxHistoryRecord } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import { Check, RotateCw, ShieldAlert, ShieldCheck } from 'lucide-react'
import { type OpeningProof, proveOpening } from '../../../flows/acts/box/box-proof.ts'
import { useLocale } from '../../../i18n/index.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/icons.tsx'
import { Tag } from '../../../kit/marks.tsx'
import { Spinner } from '../../../kit/Spinner.tsx'
import { api } from '../../../lib/api.ts'
import { countText } from '../../../lib/numbers.ts'
import { dayAndTime } from '../../../lib/time.ts'
import './proof.css'

type Props = { opening: BoxHistoryRecord /** the viewer's */; isOwn: boolean }

/** The draw, done again in this browser from what the chain says, beside what the market says it was. */
export function Proof({ opening, isOwn }: Props) {
  const { t } = useTranslation()
  const proof = useProof(opening)
  const { data, isFetching } = proof
  const wrong = data && !isMatching(data, opening)
  return (
    <section className="proof" aria-labelledby="proof-title" aria-busy={isFetching}>
      <div className="proof-head">
        <div>
          <h2 id="proof-title" className="d d28">
            {t(wrong ? 'box.checkedWrong' : 'box.proofTitle')}
          </h2>
          <p className="muted">{t(isOwn ? 'box.proofText' : 'box.proofTextOther')}</p>
        </div>
        <div className="row g16 proof-acts">
          <span role="status">
            <Verdict proof={proof} wrong={wrong} />
          </span>
          <Button size="small" disabled={isFetching} onClick={() => proof.refetch()}>
            <Icon of={RotateCw} size="small" />
            {t('box.checkAgain')}
          </Button>
        </div>
      </div>
      {data && <ProofChecks proof={data} opening={opening} />}
    </section>
  )
}

/** What the market says was drawn must be what the chain logged, and that what its facts give. */
const isMatching = ({ faults, kinds }: OpeningProof, { indexes }: BoxHistoryRecord): boolean =>
  faults.length === 0 && kinds.join() === indexes.join()

function useProof({ chainId, contract, boxHash, boxId, request }: BoxHistoryRecord) {
  return useQuery({
    queryKey: ['box.proof', chainId, boxHash, request],
    queryFn: async () => {
      // A hint only: logs are looked for from there on, and without the registration nothing is proved.
      const named = await api.blind['box.proof']({ boxId, chainId, request }).catch(() => undefined)
      const ref = { chainId, blindBox: contract, box: boxHash, request, since: BigInt(named?.registerBlock ?? 0) }
      return proveOpening(ref)
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: 1,
  })
}

function Verdict({ proof: { data, isFetching }, wrong }: { proof: ReturnType<typeof useProof>; wrong: boolean | undefined }) {
  const { t } = useTranslation()
  if (isFetching)
    return (
      <span className="row g8 muted">
        <Spinner />
        {t('box.checking')}
      </span>
    )
  if (!data) return <span className="field-error">{t('box.checkFailed')}</span>
  return (
    <Tag tone={wrong ? 'bad' : 'good'}>
      <Icon of={wrong ? ShieldAlert : ShieldCheck} size="small" />
      {wrong ? t('box.checkedWrong') : t('box.checked', { ms: Math.max(1, Math.round(data.took)) })}
    </Tag>
  )
}

function ProofChecks({ proof, opening }: { proof: OpeningProof; opening: BoxHistoryRecord }) {
  const { t } = useTranslation()
  const { locale, intl } = useLocale()
  const { sealed, decided, shown, faults } = proof
  const at = ({ block, time }: { block: bigint; time: number }) =>
    t('box.inBlock', { block: countText(block, locale), time: dayAndTime(time, intl) })
  const names = [...new Set(opening.nfts.map(({ name }) => name))].join(', ')
  return (
    <>
      <ol className="proof-facts">
        <ProofCheck
          title={t('box.sealedBefore')}
          text={t('box.commitment')}
          value={sealed.anchor}
          note={at(sealed)}
          isFine={!faults.includes('CHAIN')}
        />
        <ProofCheck
          title={t('box.decidedBy')}
          text={t('box.decidedHash')}
          value={decided.hash}
          note={at(decided)}
          isFine={!faults.includes('BLOCK')}
        />
        <ProofCheck
          title={t('box.secretShown')}
          text={t('box.secretHash', { count: proof.links })}
          value={shown.word}
          note={at(shown)}
          isFine={!faults.includes('WORD')}
        />
        <ProofCheck
          title={t('box.resultOf')}
          text={t('box.resultText')}
          value={proof.kinds.map((kind) => kind + 1).join(' ')}
          note={names}
          isFine={isMatching(proof, opening)}
        />
      </ol>
      {faults.map((fault) => (
        <p key={fault} className="field-error" role="alert">
          {t(`box.faults.${fault}`)}
        </p>
      ))}
      <p className="hint">{t('box.series', { at: opening.request + 1, count: proof.draws, missed: proof.missed })}</p>
    </>
  )
}

type ProofCheckProps = { title: string; text: string; value: string; note: string; isFine: boolean }

function ProofCheck({ title, text, value, note, isFine }: ProofCheckProps) {
  return (
    <li>
      <span className="row g12 strong proof-fact">
        <span className={isFine ? 'proof-mark' : 'proof-mark wrong'}>
          <Icon of={isFine ? Check : ShieldAlert} size="small" />
        </span>
        {title}
      </span>
      <span className="s12 muted">{text}</span>
      <span className="proof-value" title={value}>
        {shortHash(value)}
      </span>
      <span className="s12 muted">{note}</span>
    </li>
  )
}

const shortHash = (value: string): string => (/^0x[0-9a-f]{64}$/.test(value) ? `${value.slice(0, 10)}…${value.slice(-8)}` : value)
